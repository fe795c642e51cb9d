import type { Texts } from "../../messages.ts";

const KINDS: Record<string, string> = { solo: "Gewertet", coop: "Gemeinsam", versus: "Gegeneinander", study: "Studie" };

export default {
  title: "Lobby",
  make: "Spielen",
  kind: "Was gespielt wird",
  kind_solo: KINDS.solo,
  kind_coop: KINDS.coop,
  kind_versus: KINDS.versus,
  kind_study: KINDS.study,
  about_solo: "Allein, nach der Uhr des Servers: Siege kommen in die Bestenlisten. Es gibt kein Zurücknehmen, keine Pause und keine Hinweise.",
  about_coop: "Alle spielen auf einem Brett und sehen Cursor und Fahnen der anderen.",
  about_versus: "Dasselbe Brett für jeden: Wer es zuerst aufdeckt, gewinnt. Es beginnt, sobald alle bereit sind.",
  about_study: "Eine Stellung, die mehrere zusammen ansehen: Züge, Nebenlinien und Kommentare stehen in einer Aufzeichnung.",
  is_open: "Diesen Raum in der Lobby zeigen",
  has_chat: "Mit Chat",
  own: "Ein eigenes Brett",
  own_board: "Seiten oder ein Name",
  own_mines: "Minen (leer: wie üblich)",
  own_make: "Spielen",
  open_rooms: "Offene Räume",
  no_rooms: "Gerade ist kein Raum offen. Leg einen an und schick anderen seinen Link.",
  room_who: ({ number, owner, here }) => [owner && `von ${owner}`, here === 1 ? "1 Person da" : `${number(here)} Personen da`].filter(Boolean).join(", "),
  enter: "Mitspielen",
  enter_of: ({ title, owner }) => `Mitspielen: ${title}${owner && ` von ${owner}`}`,
  watch: "Zuschauen",
  watch_of: ({ title, owner }) => `Zuschauen: ${title}${owner && ` von ${owner}`}`,
  mine: "Deine letzten Räume",
  forget: ({ words }) => `„${words}“ aus der Liste entfernen`,
} satisfies Texts;
