// @ts-check
// Written by `python -m hypersweep.web.tables` from the tables of hypersweep: change those.
export const SHORTCUTS = {
 "everywhere": [
  {
   "keys": [
    "/",
    "Control+p"
   ],
   "command": "palette",
   "arguments": []
  },
  {
   "keys": [
    "F1",
    "H"
   ],
   "command": "help",
   "arguments": []
  },
  {
   "keys": [
    "M"
   ],
   "command": "messages",
   "arguments": []
  },
  {
   "keys": [
    "q"
   ],
   "command": "quit",
   "arguments": []
  },
  {
   "keys": [
    "Control+q"
   ],
   "command": "quit",
   "arguments": []
  },
  {
   "keys": [
    "Control+z"
   ],
   "command": "suspend",
   "arguments": []
  }
 ],
 "start": [
  {
   "keys": [
    "c"
   ],
   "command": "custom",
   "arguments": []
  },
  {
   "keys": [
    "e"
   ],
   "command": "resume",
   "arguments": []
  },
  {
   "keys": [
    "v"
   ],
   "command": "records",
   "arguments": []
  },
  {
   "keys": [
    "w"
   ],
   "command": "watch",
   "arguments": []
  },
  {
   "keys": [
    "t"
   ],
   "command": "statistics",
   "arguments": []
  },
  {
   "keys": [
    "b"
   ],
   "command": "scores",
   "arguments": []
  },
  {
   "keys": [
    "o"
   ],
   "command": "first_open",
   "arguments": []
  },
  {
   "keys": [
    "g"
   ],
   "command": "guess",
   "arguments": []
  },
  {
   "keys": [
    "ArrowLeft",
    "h"
   ],
   "command": "focus_list",
   "arguments": [
    "boards"
   ]
  },
  {
   "keys": [
    "ArrowRight",
    "l"
   ],
   "command": "focus_list",
   "arguments": [
    "menu"
   ]
  },
  {
   "keys": [
    "k"
   ],
   "command": "cursor",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "j"
   ],
   "command": "cursor",
   "arguments": [
    1
   ]
  }
 ],
 "custom": [
  {
   "keys": [
    "Escape"
   ],
   "command": "close",
   "arguments": []
  },
  {
   "keys": [
    "Control+s"
   ],
   "command": "play",
   "arguments": []
  }
 ],
 "choice": [
  {
   "keys": [
    "Escape"
   ],
   "command": "close",
   "arguments": []
  },
  {
   "keys": [
    "Delete"
   ],
   "command": "remove",
   "arguments": []
  },
  {
   "keys": [
    "k"
   ],
   "command": "cursor",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "j"
   ],
   "command": "cursor",
   "arguments": [
    1
   ]
  }
 ],
 "this_board": [
  {
   "keys": [
    "Escape",
    "Enter"
   ],
   "command": "close",
   "arguments": []
  },
  {
   "keys": [
    "c"
   ],
   "command": "copy",
   "arguments": [
    "command"
   ]
  },
  {
   "keys": [
    "s"
   ],
   "command": "copy",
   "arguments": [
    "seed"
   ]
  },
  {
   "keys": [
    "i"
   ],
   "command": "copy",
   "arguments": [
    "board ID"
   ]
  }
 ],
 "unsaved": [
  {
   "keys": [
    "Escape"
   ],
   "command": "close",
   "arguments": []
  },
  {
   "keys": [
    "Control+s"
   ],
   "command": "save",
   "arguments": []
  },
  {
   "keys": [
    "Tab"
   ],
   "command": "other",
   "arguments": []
  }
 ],
 "game": [
  {
   "keys": [
    "Enter"
   ],
   "command": "open",
   "arguments": []
  },
  {
   "keys": [
    "f"
   ],
   "command": "flag",
   "arguments": []
  },
  {
   "keys": [
    "?"
   ],
   "command": "hint",
   "arguments": []
  },
  {
   "keys": [
    "u"
   ],
   "command": "undo",
   "arguments": []
  },
  {
   "keys": [
    "U",
    "Control+r"
   ],
   "command": "redo",
   "arguments": []
  },
  {
   "keys": [
    "n"
   ],
   "command": "look",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "N"
   ],
   "command": "look",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "ArrowLeft",
    "h"
   ],
   "command": "across",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "ArrowRight",
    "l"
   ],
   "command": "across",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "ArrowUp",
    "k"
   ],
   "command": "down",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "ArrowDown",
    "j"
   ],
   "command": "down",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "w"
   ],
   "command": "move",
   "arguments": [
    3,
    -1
   ]
  },
  {
   "keys": [
    "a"
   ],
   "command": "move",
   "arguments": [
    2,
    -1
   ]
  },
  {
   "keys": [
    "s"
   ],
   "command": "move",
   "arguments": [
    3,
    1
   ]
  },
  {
   "keys": [
    "d"
   ],
   "command": "move",
   "arguments": [
    2,
    1
   ]
  },
  {
   "keys": [
    "W"
   ],
   "command": "move",
   "arguments": [
    5,
    -1
   ]
  },
  {
   "keys": [
    "A"
   ],
   "command": "move",
   "arguments": [
    4,
    -1
   ]
  },
  {
   "keys": [
    "S"
   ],
   "command": "move",
   "arguments": [
    5,
    1
   ]
  },
  {
   "keys": [
    "D"
   ],
   "command": "move",
   "arguments": [
    4,
    1
   ]
  },
  {
   "keys": [
    "1"
   ],
   "command": "digit",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "2"
   ],
   "command": "digit",
   "arguments": [
    2
   ]
  },
  {
   "keys": [
    "3"
   ],
   "command": "digit",
   "arguments": [
    3
   ]
  },
  {
   "keys": [
    "4"
   ],
   "command": "digit",
   "arguments": [
    4
   ]
  },
  {
   "keys": [
    "5"
   ],
   "command": "digit",
   "arguments": [
    5
   ]
  },
  {
   "keys": [
    "6"
   ],
   "command": "digit",
   "arguments": [
    6
   ]
  },
  {
   "keys": [
    "7"
   ],
   "command": "digit",
   "arguments": [
    7
   ]
  },
  {
   "keys": [
    "8"
   ],
   "command": "digit",
   "arguments": [
    8
   ]
  },
  {
   "keys": [
    "9"
   ],
   "command": "digit",
   "arguments": [
    9
   ]
  },
  {
   "keys": [
    ","
   ],
   "command": "along",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "."
   ],
   "command": "along",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "0"
   ],
   "command": "digit",
   "arguments": [
    0
   ]
  },
  {
   "keys": [
    "Home",
    "^"
   ],
   "command": "edge",
   "arguments": [
    "row",
    -1
   ]
  },
  {
   "keys": [
    "End",
    "$"
   ],
   "command": "edge",
   "arguments": [
    "row",
    1
   ]
  },
  {
   "keys": [
    "PageUp"
   ],
   "command": "edge",
   "arguments": [
    "column",
    -1
   ]
  },
  {
   "keys": [
    "PageDown"
   ],
   "command": "edge",
   "arguments": [
    "column",
    1
   ]
  },
  {
   "keys": [
    "<"
   ],
   "command": "edge",
   "arguments": [
    "axis",
    -1
   ]
  },
  {
   "keys": [
    ">"
   ],
   "command": "edge",
   "arguments": [
    "axis",
    1
   ]
  },
  {
   "keys": [
    "g"
   ],
   "command": "edge",
   "arguments": [
    "board",
    -1
   ]
  },
  {
   "keys": [
    "G"
   ],
   "command": "edge",
   "arguments": [
    "board",
    1
   ]
  },
  {
   "keys": [
    "r"
   ],
   "command": "new",
   "arguments": []
  },
  {
   "keys": [
    "t"
   ],
   "command": "same",
   "arguments": []
  },
  {
   "keys": [
    "i"
   ],
   "command": "this_board",
   "arguments": []
  },
  {
   "keys": [
    "p"
   ],
   "command": "pause",
   "arguments": []
  },
  {
   "keys": [
    "v"
   ],
   "command": "review",
   "arguments": []
  },
  {
   "keys": [
    "y"
   ],
   "command": "replay",
   "arguments": []
  },
  {
   "keys": [
    "x"
   ],
   "command": "watch",
   "arguments": []
  },
  {
   "keys": [
    " "
   ],
   "command": "smart",
   "arguments": []
  },
  {
   "keys": [
    "z"
   ],
   "command": "delta",
   "arguments": []
  },
  {
   "keys": [
    "b"
   ],
   "command": "panels",
   "arguments": []
  },
  {
   "keys": [
    "Escape"
   ],
   "command": "leave",
   "arguments": []
  }
 ],
 "replay": [
  {
   "keys": [
    " "
   ],
   "command": "play",
   "arguments": []
  },
  {
   "keys": [
    "ArrowRight",
    "l",
    "."
   ],
   "command": "step",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "ArrowLeft",
    "h",
    ","
   ],
   "command": "step",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "ArrowUp",
    "k",
    "+"
   ],
   "command": "speed",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "ArrowDown",
    "j",
    "-"
   ],
   "command": "speed",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "PageDown",
    "]"
   ],
   "command": "step",
   "arguments": [
    10
   ]
  },
  {
   "keys": [
    "PageUp",
    "["
   ],
   "command": "step",
   "arguments": [
    -10
   ]
  },
  {
   "keys": [
    "Home",
    "g"
   ],
   "command": "seek",
   "arguments": [
    0
   ]
  },
  {
   "keys": [
    "End",
    "G"
   ],
   "command": "seek",
   "arguments": [
    10
   ]
  },
  {
   "keys": [
    "0"
   ],
   "command": "seek",
   "arguments": [
    0
   ]
  },
  {
   "keys": [
    "1"
   ],
   "command": "seek",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "2"
   ],
   "command": "seek",
   "arguments": [
    2
   ]
  },
  {
   "keys": [
    "3"
   ],
   "command": "seek",
   "arguments": [
    3
   ]
  },
  {
   "keys": [
    "4"
   ],
   "command": "seek",
   "arguments": [
    4
   ]
  },
  {
   "keys": [
    "5"
   ],
   "command": "seek",
   "arguments": [
    5
   ]
  },
  {
   "keys": [
    "6"
   ],
   "command": "seek",
   "arguments": [
    6
   ]
  },
  {
   "keys": [
    "7"
   ],
   "command": "seek",
   "arguments": [
    7
   ]
  },
  {
   "keys": [
    "8"
   ],
   "command": "seek",
   "arguments": [
    8
   ]
  },
  {
   "keys": [
    "9"
   ],
   "command": "seek",
   "arguments": [
    9
   ]
  },
  {
   "keys": [
    "Enter"
   ],
   "command": "follow",
   "arguments": []
  },
  {
   "keys": [
    "Backspace"
   ],
   "command": "leave_line",
   "arguments": []
  },
  {
   "keys": [
    "v"
   ],
   "command": "review",
   "arguments": []
  },
  {
   "keys": [
    "t"
   ],
   "command": "attempt",
   "arguments": []
  },
  {
   "keys": [
    "Escape"
   ],
   "command": "start",
   "arguments": []
  }
 ],
 "watch": [
  {
   "keys": [
    " "
   ],
   "command": "play",
   "arguments": []
  },
  {
   "keys": [
    "ArrowRight",
    "l",
    "."
   ],
   "command": "step",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "ArrowLeft",
    "h",
    ","
   ],
   "command": "step",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "t",
    "Enter"
   ],
   "command": "take_over",
   "arguments": []
  },
  {
   "keys": [
    "n",
    "r"
   ],
   "command": "next",
   "arguments": []
  },
  {
   "keys": [
    "+",
    "="
   ],
   "command": "speed",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "-"
   ],
   "command": "speed",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "Home",
    "g"
   ],
   "command": "beginning",
   "arguments": []
  },
  {
   "keys": [
    "End",
    "G"
   ],
   "command": "end",
   "arguments": []
  },
  {
   "keys": [
    "ArrowUp",
    "k"
   ],
   "command": "reason",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "ArrowDown",
    "j"
   ],
   "command": "reason",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "v"
   ],
   "command": "review",
   "arguments": []
  },
  {
   "keys": [
    "y"
   ],
   "command": "replay",
   "arguments": []
  },
  {
   "keys": [
    "z"
   ],
   "command": "delta",
   "arguments": []
  },
  {
   "keys": [
    "b"
   ],
   "command": "panels",
   "arguments": []
  },
  {
   "keys": [
    "?"
   ],
   "command": "help",
   "arguments": []
  },
  {
   "keys": [
    "Escape"
   ],
   "command": "leave",
   "arguments": []
  }
 ],
 "review": [
  {
   "keys": [
    "Escape",
    "q"
   ],
   "command": "close",
   "arguments": []
  },
  {
   "keys": [
    "ArrowUp",
    "k"
   ],
   "command": "guess",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "ArrowDown",
    "j"
   ],
   "command": "guess",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "ArrowLeft",
    "h"
   ],
   "command": "step",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "ArrowRight",
    "l"
   ],
   "command": "step",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "n"
   ],
   "command": "mistake",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "N"
   ],
   "command": "mistake",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "Enter",
    "t"
   ],
   "command": "attempt",
   "arguments": []
  },
  {
   "keys": [
    "Tab"
   ],
   "command": "turn",
   "arguments": []
  },
  {
   "keys": [
    "r"
   ],
   "command": "report",
   "arguments": []
  },
  {
   "keys": [
    "s"
   ],
   "command": "save",
   "arguments": []
  },
  {
   "keys": [
    "PageUp"
   ],
   "command": "step",
   "arguments": [
    -10
   ]
  },
  {
   "keys": [
    "PageDown"
   ],
   "command": "step",
   "arguments": [
    10
   ]
  },
  {
   "keys": [
    "Home",
    "g"
   ],
   "command": "edge",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "End",
    "G"
   ],
   "command": "edge",
   "arguments": [
    1
   ]
  }
 ],
 "report": [
  {
   "keys": [
    "Escape",
    "q",
    "r"
   ],
   "command": "close",
   "arguments": []
  },
  {
   "keys": [
    "ArrowUp",
    "k"
   ],
   "command": "scroll",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "ArrowDown",
    "j"
   ],
   "command": "scroll",
   "arguments": [
    1
   ]
  }
 ],
 "attempt": [
  {
   "keys": [
    "Enter"
   ],
   "command": "open",
   "arguments": []
  },
  {
   "keys": [
    "f"
   ],
   "command": "flag",
   "arguments": []
  },
  {
   "keys": [
    "?"
   ],
   "command": "hint",
   "arguments": []
  },
  {
   "keys": [
    "u"
   ],
   "command": "undo",
   "arguments": []
  },
  {
   "keys": [
    "U",
    "Control+r"
   ],
   "command": "redo",
   "arguments": []
  },
  {
   "keys": [
    "n"
   ],
   "command": "look",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "N"
   ],
   "command": "look",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "ArrowLeft",
    "h"
   ],
   "command": "across",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "ArrowRight",
    "l"
   ],
   "command": "across",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "ArrowUp",
    "k"
   ],
   "command": "down",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "ArrowDown",
    "j"
   ],
   "command": "down",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "w"
   ],
   "command": "move",
   "arguments": [
    3,
    -1
   ]
  },
  {
   "keys": [
    "a"
   ],
   "command": "move",
   "arguments": [
    2,
    -1
   ]
  },
  {
   "keys": [
    "s"
   ],
   "command": "move",
   "arguments": [
    3,
    1
   ]
  },
  {
   "keys": [
    "d"
   ],
   "command": "move",
   "arguments": [
    2,
    1
   ]
  },
  {
   "keys": [
    "W"
   ],
   "command": "move",
   "arguments": [
    5,
    -1
   ]
  },
  {
   "keys": [
    "A"
   ],
   "command": "move",
   "arguments": [
    4,
    -1
   ]
  },
  {
   "keys": [
    "S"
   ],
   "command": "move",
   "arguments": [
    5,
    1
   ]
  },
  {
   "keys": [
    "D"
   ],
   "command": "move",
   "arguments": [
    4,
    1
   ]
  },
  {
   "keys": [
    "1"
   ],
   "command": "digit",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "2"
   ],
   "command": "digit",
   "arguments": [
    2
   ]
  },
  {
   "keys": [
    "3"
   ],
   "command": "digit",
   "arguments": [
    3
   ]
  },
  {
   "keys": [
    "4"
   ],
   "command": "digit",
   "arguments": [
    4
   ]
  },
  {
   "keys": [
    "5"
   ],
   "command": "digit",
   "arguments": [
    5
   ]
  },
  {
   "keys": [
    "6"
   ],
   "command": "digit",
   "arguments": [
    6
   ]
  },
  {
   "keys": [
    "7"
   ],
   "command": "digit",
   "arguments": [
    7
   ]
  },
  {
   "keys": [
    "8"
   ],
   "command": "digit",
   "arguments": [
    8
   ]
  },
  {
   "keys": [
    "9"
   ],
   "command": "digit",
   "arguments": [
    9
   ]
  },
  {
   "keys": [
    ","
   ],
   "command": "along",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "."
   ],
   "command": "along",
   "arguments": [
    1
   ]
  },
  {
   "keys": [
    "0"
   ],
   "command": "digit",
   "arguments": [
    0
   ]
  },
  {
   "keys": [
    "Home",
    "^"
   ],
   "command": "edge",
   "arguments": [
    "row",
    -1
   ]
  },
  {
   "keys": [
    "End",
    "$"
   ],
   "command": "edge",
   "arguments": [
    "row",
    1
   ]
  },
  {
   "keys": [
    "PageUp"
   ],
   "command": "edge",
   "arguments": [
    "column",
    -1
   ]
  },
  {
   "keys": [
    "PageDown"
   ],
   "command": "edge",
   "arguments": [
    "column",
    1
   ]
  },
  {
   "keys": [
    "<"
   ],
   "command": "edge",
   "arguments": [
    "axis",
    -1
   ]
  },
  {
   "keys": [
    ">"
   ],
   "command": "edge",
   "arguments": [
    "axis",
    1
   ]
  },
  {
   "keys": [
    "g"
   ],
   "command": "edge",
   "arguments": [
    "board",
    -1
   ]
  },
  {
   "keys": [
    "G"
   ],
   "command": "edge",
   "arguments": [
    "board",
    1
   ]
  },
  {
   "keys": [
    "r"
   ],
   "command": "new",
   "arguments": []
  },
  {
   "keys": [
    "p"
   ],
   "command": "pause",
   "arguments": []
  },
  {
   "keys": [
    " "
   ],
   "command": "smart",
   "arguments": []
  },
  {
   "keys": [
    "z"
   ],
   "command": "delta",
   "arguments": []
  },
  {
   "keys": [
    "b"
   ],
   "command": "panels",
   "arguments": []
  },
  {
   "keys": [
    "Escape"
   ],
   "command": "leave",
   "arguments": []
  }
 ],
 "statistics": [
  {
   "keys": [
    "Escape"
   ],
   "command": "start",
   "arguments": []
  },
  {
   "keys": [
    "b"
   ],
   "command": "scores",
   "arguments": []
  },
  {
   "keys": [
    "k"
   ],
   "command": "cursor",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "j"
   ],
   "command": "cursor",
   "arguments": [
    1
   ]
  }
 ],
 "scores": [
  {
   "keys": [
    "Escape"
   ],
   "command": "start",
   "arguments": []
  },
  {
   "keys": [
    "Enter",
    "v"
   ],
   "command": "replay",
   "arguments": []
  },
  {
   "keys": [
    "t"
   ],
   "command": "statistics",
   "arguments": []
  },
  {
   "keys": [
    "ArrowLeft",
    "h"
   ],
   "command": "focus_list",
   "arguments": [
    "boards"
   ]
  },
  {
   "keys": [
    "ArrowRight",
    "l"
   ],
   "command": "focus_list",
   "arguments": [
    "times"
   ]
  }
 ],
 "help": [
  {
   "keys": [
    "Escape",
    "F1",
    "H",
    "q"
   ],
   "command": "close",
   "arguments": []
  },
  {
   "keys": [
    "ArrowUp",
    "k"
   ],
   "command": "scroll",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "ArrowDown",
    "j"
   ],
   "command": "scroll",
   "arguments": [
    1
   ]
  }
 ],
 "messages": [
  {
   "keys": [
    "Escape",
    "M",
    "q"
   ],
   "command": "close",
   "arguments": []
  },
  {
   "keys": [
    "ArrowUp",
    "k"
   ],
   "command": "scroll",
   "arguments": [
    -1
   ]
  },
  {
   "keys": [
    "ArrowDown",
    "j"
   ],
   "command": "scroll",
   "arguments": [
    1
   ]
  }
 ]
};
