title = Daily boards
lead = A new board of each kind every day: the same for everyone, and no guessing. Your first try counts.
today = Today, { $date }
next =
    { GIVEN($hours) ->
        [yes] New ones in { $hours } h { $minutes } min.
       *[no] New ones in { $minutes } min.
    }
none = There are no boards for this day.
winners =
    { $winners ->
        [0] Not won yet.
        [one] 1 player has won it, the fastest in { $best }.
       *[other] { NUMBER($winners) } players have won it, the fastest in { $best }.
    }
own_none = You haven't tried it.
own_ongoing = Your try is still running.
own_lost = You lost it after { $time }.
own_won =
    { GIVEN($place) ->
        [yes] You won it in { $time }: place { NUMBER($place) }.
       *[no] You won it in { $time }.
    }
lead_by_date = Three boards a day, the same for everyone, and no guessing. The middle cell is already open. Daily games aren't ranked, since anyone can compute the boards.
once_more = Play again
share = Share
share_text = Your result
week = The last seven days
play = Play
play_late = Play, not ranked
again = Play again, not ranked
sealed = Replay, mines and practice: from { $date }.
go_on = Continue
times = Times
game = Your game
ends = How it went
ends_of =
    { $tries ->
        [one] 1 try
       *[other] { NUMBER($tries) } tries
    }, { NUMBER($won) } won; { NUMBER($lost) } ended on a mine. The redder a mine, the more tries it has ended.
ends_picture = { $name }: the mines, { NUMBER($mines) } of which have ended tries
calendar = Calendar
earlier = Month before
later = Month after
day_own = { $won } won of { $tried } tried, of { $all }
streak =
    { $days ->
        [one] Win streak: 1 day.
       *[other] Win streak: { $days } days.
    }
no_streak = Win one of today's boards to start a streak.
