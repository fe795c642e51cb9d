title = Konto
nobody = Du hast auf diesem Server noch nicht gespielt. Ein Konto brauchst du dafür nicht: Als Gast kannst du gleich loslegen.
guest = Du spielst als Gast und heißt { $name }. Nur dieser Browser kennt dich.
somebody = Du bist angemeldet als { $name }.
statistics = Was andere von dir sehen
admin = Verwaltung
show = Passwort anzeigen
name = Name
name_what = Alle sehen ihn. Mit ihm kannst du dich überall anmelden.
no_name = Bitte gib einen Namen ein.
long_name = Ein Name hat höchstens { $most } Zeichen.
passphrase = Passwort
passphrase_new = Neues Passwort
passphrase_what = Mindestens { $least } Zeichen. Ein paar Wörter kann man sich gut merken und schlecht erraten.
no_passphrase = Bitte gib ein Passwort ein.
short = Ein Passwort hat mindestens { $least } Zeichen.
register = Konto anlegen
register_about = Deine Spiele und Zeiten bleiben deine, auf jedem Gerät. Eine E-Mail-Adresse wird nicht verlangt: Zehn Wiederherstellungscodes, die du einmal siehst, helfen dir, falls du das Passwort vergisst.
registered = Dein Konto ist bereit, { $name }.
sign_in = Anmelden
sign_in_about = Wenn du hier schon ein Konto hast.
signed_in = Willkommen zurück, { $name }.
recover = Mit einem Wiederherstellungscode anmelden
recover_now = Neues Passwort setzen
code = Wiederherstellungscode
no_code = Bitte gib einen Wiederherstellungscode ein.
recovered = Willkommen zurück, { $name }. Dein neues Passwort ist gesetzt.
codes = Wiederherstellungscodes
codes_about = Bewahre sie sicher auf. Mit jedem kannst du dich einmal ohne Passwort anmelden. Sie werden nicht noch einmal angezeigt.
codes_copy = die Wiederherstellungscodes kopieren
codes_left =
    { $count ->
        [0] Du hast noch keinen Wiederherstellungscode. Neue ersetzen alle bisherigen.
        [one] Du hast noch einen Wiederherstellungscode. Neue ersetzen alle bisherigen.
       *[other] Du hast noch { $count } Wiederherstellungscodes. Neue ersetzen alle bisherigen.
    }
codes_make = Neue Codes erstellen
codes_made = Ab jetzt gelten diese Codes.
sign_out = Abmelden
sign_out_about = In diesem Browser. Angefangene Spiele warten, bis du wiederkommst.
signed_out = Du bist abgemeldet.
change = Passwort ändern
change_about = Alle anderen Browser werden dabei abgemeldet.
changed = Dein neues Passwort ist gesetzt.
export = Meine Daten exportieren
export_about = Alles, was der Server über dich weiß, samt Spielen, in einer Datei.
exported = Deine Daten sind als Datei gespeichert.
delete = Alles löschen
delete_about = Dich, deine Zeiten und deine Plätze in den Listen. Die Spiele selbst bleiben, ohne deinen Namen.
delete_asked = { $name } mit allen Zeiten und Plätzen löschen? Das lässt sich nicht rückgängig machen.
delete_yes = Löschen
delete_no = Behalten
deleted = Deine Daten sind gelöscht.
