title = Account
nobody = You haven't played on this server yet. You don't need an account: guests can play at once.
guest = You play as a guest called { $name }. Only this browser knows you.
somebody = You are signed in as { $name }.
statistics = What others see of you
admin = Administration
show = Show the passphrase
name = Name
name_what = Other players see it. You can sign in with it on any device.
no_name = Please enter a name.
long_name = A name has at most { $most } characters.
passphrase = Passphrase
passphrase_new = New passphrase
passphrase_what = At least { $least } characters. A few words are easy to remember and hard to guess.
no_passphrase = Please enter a passphrase.
short = A passphrase has at least { $least } characters.
register = Create an account
register_about = Keep your games and times, on every device. No e-mail address is needed: ten recovery codes, shown only once, help if you forget the passphrase.
registered = Your account is ready, { $name }.
sign_in = Sign in
sign_in_about = If you already have an account here.
signed_in = Welcome back, { $name }.
recover = Sign in with a recovery code
recover_now = Set the new passphrase
code = Recovery code
no_code = Please enter a recovery code.
recovered = Welcome back, { $name }. Your new passphrase is set.
codes = Recovery codes
codes_about = Keep them in a safe place. Each code signs you in once without the passphrase. They aren't shown again.
codes_copy = copy the recovery codes
codes_left =
    { $count ->
        [0] You have no recovery code left. New codes replace the old ones.
        [one] You have one recovery code left. New codes replace the old ones.
       *[other] You have { $count } recovery codes left. New codes replace the old ones.
    }
codes_make = Make new codes
codes_made = These codes are valid from now on.
sign_out = Sign out
sign_out_about = In this browser. Running games wait until you come back.
signed_out = You are signed out.
change = Change the passphrase
change_about = This signs out all other browsers.
changed = Your new passphrase is set.
export = Export my data
export_about = Everything the server has about you, including your games, in one file.
exported = Your data is saved as a file.
delete = Delete everything
delete_about = You, your times and your places in the lists. The games themselves stay, without your name.
delete_asked = Delete { $name } with all times and places? This can't be undone.
delete_yes = Delete
delete_no = Keep
deleted = Your data is deleted.
