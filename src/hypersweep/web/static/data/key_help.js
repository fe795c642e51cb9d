// @ts-check
// Written by `python -m hypersweep.web.tables` from the tables of hypersweep: change those.
export const KEY_TABLE = {
 "everywhere": {
  "shortcuts": [
   {
    "heading": "Everywhere",
    "keys": [
     "/",
     "Control+p"
    ],
    "command": "palette",
    "arguments": [],
    "what": "all commands and settings",
    "footer": "more",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Everywhere",
    "keys": [
     "F1",
     "H"
    ],
    "command": "help",
    "arguments": [],
    "what": "this help",
    "footer": "help",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Everywhere",
    "keys": [
     "M"
    ],
    "command": "messages",
    "arguments": [],
    "what": "what was said lately, in full",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Everywhere",
    "keys": [
     "q"
    ],
    "command": "quit",
    "arguments": [],
    "what": "leave; the game is saved",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Everywhere",
    "keys": [
     "Control+q"
    ],
    "command": "quit",
    "arguments": [],
    "what": "leave; the game is saved",
    "footer": "",
    "sign": "",
    "isInText": true
   },
   {
    "heading": "Everywhere",
    "keys": [
     "Control+z"
    ],
    "command": "suspend",
    "arguments": [],
    "what": "back to the shell; 'fg' comes back",
    "footer": "",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [],
  "note": ""
 },
 "start": {
  "shortcuts": [
   {
    "heading": "Screen",
    "keys": [
     "c"
    ],
    "command": "custom",
    "arguments": [],
    "what": "a board of your own",
    "footer": "custom",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "e"
    ],
    "command": "resume",
    "arguments": [],
    "what": "go on with a game that isn't finished",
    "footer": "resume",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "v"
    ],
    "command": "records",
    "arguments": [],
    "what": "watch a record",
    "footer": "replay",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "w"
    ],
    "command": "watch",
    "arguments": [],
    "what": "watch the solver play on the board that is lit",
    "footer": "watch",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "t"
    ],
    "command": "statistics",
    "arguments": [],
    "what": "how your games went",
    "footer": "statistics",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "b"
    ],
    "command": "scores",
    "arguments": [],
    "what": "the best times of each board",
    "footer": "best times",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "o"
    ],
    "command": "first_open",
    "arguments": [],
    "what": "what the first open finds: the next of the choices",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "g"
    ],
    "command": "guess",
    "arguments": [],
    "what": "what becomes of guesses: the next of the choices",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "ArrowLeft",
     "h"
    ],
    "command": "focus_list",
    "arguments": [
     "boards"
    ],
    "what": "to the boards",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "ArrowRight",
     "l"
    ],
    "command": "focus_list",
    "arguments": [
     "menu"
    ],
    "what": "to the menu",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "k"
    ],
    "command": "cursor",
    "arguments": [
     -1
    ],
    "what": "up",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "j"
    ],
    "command": "cursor",
    "arguments": [
     1
    ],
    "what": "down",
    "footer": "",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [],
  "note": ""
 },
 "custom": {
  "shortcuts": [
   {
    "heading": "Screen",
    "keys": [
     "Escape"
    ],
    "command": "close",
    "arguments": [],
    "what": "back",
    "footer": "back",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "Control+s"
    ],
    "command": "play",
    "arguments": [],
    "what": "play",
    "footer": "play",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [],
  "note": ""
 },
 "choice": {
  "shortcuts": [
   {
    "heading": "Screen",
    "keys": [
     "Escape"
    ],
    "command": "close",
    "arguments": [],
    "what": "back",
    "footer": "back",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "Delete"
    ],
    "command": "remove",
    "arguments": [],
    "what": "delete what is highlighted, when pressed twice",
    "footer": "delete",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "k"
    ],
    "command": "cursor",
    "arguments": [
     -1
    ],
    "what": "up",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "j"
    ],
    "command": "cursor",
    "arguments": [
     1
    ],
    "what": "down",
    "footer": "",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [],
  "note": ""
 },
 "this_board": {
  "shortcuts": [
   {
    "heading": "This board",
    "keys": [
     "Escape",
     "Enter"
    ],
    "command": "close",
    "arguments": [],
    "what": "back",
    "footer": "back",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "This board",
    "keys": [
     "c"
    ],
    "command": "copy",
    "arguments": [
     "command"
    ],
    "what": "copy the command that plays it again",
    "footer": "copy command",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "This board",
    "keys": [
     "s"
    ],
    "command": "copy",
    "arguments": [
     "seed"
    ],
    "what": "copy the seed",
    "footer": "copy seed",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "This board",
    "keys": [
     "i"
    ],
    "command": "copy",
    "arguments": [
     "board ID"
    ],
    "what": "copy the board ID",
    "footer": "copy board ID",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [],
  "note": ""
 },
 "unsaved": {
  "shortcuts": [
   {
    "heading": "Screen",
    "keys": [
     "Escape"
    ],
    "command": "close",
    "arguments": [],
    "what": "back to the game",
    "footer": "back to the game",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "Control+s"
    ],
    "command": "save",
    "arguments": [],
    "what": "save the game there",
    "footer": "save there",
    "sign": "",
    "isInText": true
   },
   {
    "heading": "Screen",
    "keys": [
     "Tab"
    ],
    "command": "other",
    "arguments": [],
    "what": "to the other answers, or back to the path",
    "footer": "other answers",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [],
  "note": ""
 },
 "game": {
  "shortcuts": [
   {
    "heading": "Play",
    "keys": [
     "Enter"
    ],
    "command": "open",
    "arguments": [],
    "what": "open, or chord on a number",
    "footer": "open",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Play",
    "keys": [
     "f"
    ],
    "command": "flag",
    "arguments": [],
    "what": "put a flag or take it away",
    "footer": "flag",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Play",
    "keys": [
     "?"
    ],
    "command": "hint",
    "arguments": [],
    "what": "a hint; once more for more of it",
    "footer": "hint",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Play",
    "keys": [
     "u"
    ],
    "command": "undo",
    "arguments": [],
    "what": "take the latest move back",
    "footer": "undo",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Play",
    "keys": [
     "U",
     "Control+r"
    ],
    "command": "redo",
    "arguments": [],
    "what": "make an undone move again",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "n"
    ],
    "command": "look",
    "arguments": [
     1
    ],
    "what": "next or previous cell of a hint, or worth a look",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "N"
    ],
    "command": "look",
    "arguments": [
     -1
    ],
    "what": "next or previous cell of a hint, or worth a look",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "ArrowLeft",
     "h"
    ],
    "command": "across",
    "arguments": [
     -1
    ],
    "what": "in the tile, on axes 0 and 1",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "ArrowRight",
     "l"
    ],
    "command": "across",
    "arguments": [
     1
    ],
    "what": "in the tile, on axes 0 and 1",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "ArrowUp",
     "k"
    ],
    "command": "down",
    "arguments": [
     -1
    ],
    "what": "in the tile, on axes 0 and 1",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "ArrowDown",
     "j"
    ],
    "command": "down",
    "arguments": [
     1
    ],
    "what": "in the tile, on axes 0 and 1",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "w"
    ],
    "command": "move",
    "arguments": [
     3,
     -1
    ],
    "what": "tile above or below, on axis 3",
    "footer": "tiles",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "a"
    ],
    "command": "move",
    "arguments": [
     2,
     -1
    ],
    "what": "tile left or right, on axis 2",
    "footer": "tiles",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "s"
    ],
    "command": "move",
    "arguments": [
     3,
     1
    ],
    "what": "tile above or below, on axis 3",
    "footer": "tiles",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "d"
    ],
    "command": "move",
    "arguments": [
     2,
     1
    ],
    "what": "tile left or right, on axis 2",
    "footer": "tiles",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "W"
    ],
    "command": "move",
    "arguments": [
     5,
     -1
    ],
    "what": "group above or below, on axis 5",
    "footer": "groups",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "A"
    ],
    "command": "move",
    "arguments": [
     4,
     -1
    ],
    "what": "group left or right, on axis 4",
    "footer": "groups",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "S"
    ],
    "command": "move",
    "arguments": [
     5,
     1
    ],
    "what": "group above or below, on axis 5",
    "footer": "groups",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "D"
    ],
    "command": "move",
    "arguments": [
     4,
     1
    ],
    "what": "group left or right, on axis 4",
    "footer": "groups",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "1"
    ],
    "command": "digit",
    "arguments": [
     1
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "2"
    ],
    "command": "digit",
    "arguments": [
     2
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "3"
    ],
    "command": "digit",
    "arguments": [
     3
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "4"
    ],
    "command": "digit",
    "arguments": [
     4
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "5"
    ],
    "command": "digit",
    "arguments": [
     5
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "6"
    ],
    "command": "digit",
    "arguments": [
     6
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "7"
    ],
    "command": "digit",
    "arguments": [
     7
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "8"
    ],
    "command": "digit",
    "arguments": [
     8
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "9"
    ],
    "command": "digit",
    "arguments": [
     9
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     ","
    ],
    "command": "along",
    "arguments": [
     -1
    ],
    "what": "back or on along the picked axis",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "."
    ],
    "command": "along",
    "arguments": [
     1
    ],
    "what": "back or on along the picked axis",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "0"
    ],
    "command": "digit",
    "arguments": [
     0
    ],
    "what": "start or end of the row",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "Home",
     "^"
    ],
    "command": "edge",
    "arguments": [
     "row",
     -1
    ],
    "what": "start or end of the row",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "End",
     "$"
    ],
    "command": "edge",
    "arguments": [
     "row",
     1
    ],
    "what": "start or end of the row",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "PageUp"
    ],
    "command": "edge",
    "arguments": [
     "column",
     -1
    ],
    "what": "top or bottom of the column",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "PageDown"
    ],
    "command": "edge",
    "arguments": [
     "column",
     1
    ],
    "what": "top or bottom of the column",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "<"
    ],
    "command": "edge",
    "arguments": [
     "axis",
     -1
    ],
    "what": "start or end of the picked axis",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     ">"
    ],
    "command": "edge",
    "arguments": [
     "axis",
     1
    ],
    "what": "start or end of the picked axis",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "g"
    ],
    "command": "edge",
    "arguments": [
     "board",
     -1
    ],
    "what": "first or last cell of the board",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "G"
    ],
    "command": "edge",
    "arguments": [
     "board",
     1
    ],
    "what": "first or last cell of the board",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "r"
    ],
    "command": "new",
    "arguments": [],
    "what": "new board of the same kind",
    "footer": "new",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "t"
    ],
    "command": "same",
    "arguments": [],
    "what": "the same board again, not ranked",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "i"
    ],
    "command": "this_board",
    "arguments": [],
    "what": "this board: seed, board ID, how to play it again",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "p"
    ],
    "command": "pause",
    "arguments": [],
    "what": "pause, with the board hidden, or go on",
    "footer": "pause",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "v"
    ],
    "command": "review",
    "arguments": [],
    "what": "after the end: how well each move was chosen",
    "footer": "review",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "y"
    ],
    "command": "replay",
    "arguments": [],
    "what": "after the end: watch the game again",
    "footer": "replay",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "x"
    ],
    "command": "watch",
    "arguments": [],
    "what": "let the solver go on with a copy; this game stays saved",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Play",
    "keys": [
     " "
    ],
    "command": "smart",
    "arguments": [],
    "what": "flag a covered cell, chord on a number",
    "footer": "smart",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "z"
    ],
    "command": "delta",
    "arguments": [],
    "what": "clues less the flags around them, or as they are",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "b"
    ],
    "command": "panels",
    "arguments": [],
    "what": "show or hide the lens",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "Escape"
    ],
    "command": "leave",
    "arguments": [],
    "what": "to the start screen; the game is saved",
    "footer": "",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [
   {
    "device": "Mouse",
    "gestures": [
     "left"
    ],
    "command": "open",
    "what": "open, when the button is let go over the same cell"
   },
   {
    "device": "Mouse",
    "gestures": [
     "right"
    ],
    "command": "flag",
    "what": "put a flag or take it away"
   },
   {
    "device": "Mouse",
    "gestures": [
     "both",
     "middle"
    ],
    "command": "chord",
    "what": "chord; so does left on a number"
   },
   {
    "device": "Mouse",
    "gestures": [
     "hover"
    ],
    "command": "tint",
    "what": "tint the cells around"
   },
   {
    "device": "Mouse",
    "gestures": [
     "wheel"
    ],
    "command": "scroll",
    "what": "scroll"
   },
   {
    "device": "Touch",
    "gestures": [
     "tap"
    ],
    "command": "open",
    "what": "open, or chord on a number"
   },
   {
    "device": "Touch",
    "gestures": [
     "long press"
    ],
    "command": "flag",
    "what": "put a flag or take it away"
   },
   {
    "device": "Touch",
    "gestures": [
     "drag"
    ],
    "command": "scroll",
    "what": "scroll"
   }
  ],
  "note": "A tile is a table of axis 0 (rows) and axis 1 (columns). Tiles stand side by side along axis 2 and below each other along axis 3; groups of tiles go on the same way. A chord opens all unflagged cells around a number, if the number has that many flags around it; otherwise it does nothing."
 },
 "replay": {
  "shortcuts": [
   {
    "heading": "Time",
    "keys": [
     " "
    ],
    "command": "play",
    "arguments": [],
    "what": "play or pause",
    "footer": "play/pause",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "ArrowRight",
     "l",
     "."
    ],
    "command": "step",
    "arguments": [
     1
    ],
    "what": "one event on",
    "footer": "step",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "ArrowLeft",
     "h",
     ","
    ],
    "command": "step",
    "arguments": [
     -1
    ],
    "what": "one event back",
    "footer": "back",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "ArrowUp",
     "k",
     "+"
    ],
    "command": "speed",
    "arguments": [
     1
    ],
    "what": "faster",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "ArrowDown",
     "j",
     "-"
    ],
    "command": "speed",
    "arguments": [
     -1
    ],
    "what": "slower",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "PageDown",
     "]"
    ],
    "command": "step",
    "arguments": [
     10
    ],
    "what": "ten events on",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "PageUp",
     "["
    ],
    "command": "step",
    "arguments": [
     -10
    ],
    "what": "ten events back",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "Home",
     "g"
    ],
    "command": "seek",
    "arguments": [
     0
    ],
    "what": "to the beginning",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "End",
     "G"
    ],
    "command": "seek",
    "arguments": [
     10
    ],
    "what": "to the end",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "0"
    ],
    "command": "seek",
    "arguments": [
     0
    ],
    "what": "to that tenth of the game",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "1"
    ],
    "command": "seek",
    "arguments": [
     1
    ],
    "what": "to that tenth of the game",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "2"
    ],
    "command": "seek",
    "arguments": [
     2
    ],
    "what": "to that tenth of the game",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "3"
    ],
    "command": "seek",
    "arguments": [
     3
    ],
    "what": "to that tenth of the game",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "4"
    ],
    "command": "seek",
    "arguments": [
     4
    ],
    "what": "to that tenth of the game",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "5"
    ],
    "command": "seek",
    "arguments": [
     5
    ],
    "what": "to that tenth of the game",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "6"
    ],
    "command": "seek",
    "arguments": [
     6
    ],
    "what": "to that tenth of the game",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "7"
    ],
    "command": "seek",
    "arguments": [
     7
    ],
    "what": "to that tenth of the game",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "8"
    ],
    "command": "seek",
    "arguments": [
     8
    ],
    "what": "to that tenth of the game",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "9"
    ],
    "command": "seek",
    "arguments": [
     9
    ],
    "what": "to that tenth of the game",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "Enter"
    ],
    "command": "follow",
    "arguments": [],
    "what": "along a side line that leaves here",
    "footer": "side line",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Time",
    "keys": [
     "Backspace"
    ],
    "command": "leave_line",
    "arguments": [],
    "what": "back to the line that it left",
    "footer": "main line",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "v"
    ],
    "command": "review",
    "arguments": [],
    "what": "how well each move was chosen",
    "footer": "review",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "t"
    ],
    "command": "attempt",
    "arguments": [],
    "what": "try again from here; this isn't ranked",
    "footer": "try again",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "Escape"
    ],
    "command": "start",
    "arguments": [],
    "what": "to the start screen",
    "footer": "back",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [
   {
    "device": "Mouse",
    "gestures": [
     "left on the bar"
    ],
    "command": "seek",
    "what": "to that moment"
   },
   {
    "device": "Touch",
    "gestures": [
     "tap on the bar"
    ],
    "command": "seek",
    "what": "to that moment"
   }
  ],
  "note": ""
 },
 "watch": {
  "shortcuts": [
   {
    "heading": "Watch",
    "keys": [
     " "
    ],
    "command": "play",
    "arguments": [],
    "what": "pause or go on",
    "footer": "pause/go on",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "ArrowRight",
     "l",
     "."
    ],
    "command": "step",
    "arguments": [
     1
    ],
    "what": "one move on",
    "footer": "step",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "ArrowLeft",
     "h",
     ","
    ],
    "command": "step",
    "arguments": [
     -1
    ],
    "what": "one move back",
    "footer": "back",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "t",
     "Enter"
    ],
    "command": "take_over",
    "arguments": [],
    "what": "take over: play on yourself, not ranked",
    "footer": "take over",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "n",
     "r"
    ],
    "command": "next",
    "arguments": [],
    "what": "the next game, or a new board",
    "footer": "next",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "+",
     "="
    ],
    "command": "speed",
    "arguments": [
     1
    ],
    "what": "faster",
    "footer": "faster",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "-"
    ],
    "command": "speed",
    "arguments": [
     -1
    ],
    "what": "slower",
    "footer": "slower",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "Home",
     "g"
    ],
    "command": "beginning",
    "arguments": [],
    "what": "take all moves back",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "End",
     "G"
    ],
    "command": "end",
    "arguments": [],
    "what": "to the latest move; once more to the end of the game",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "ArrowUp",
     "k"
    ],
    "command": "reason",
    "arguments": [
     -1
    ],
    "what": "up in the reasons of the move",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "ArrowDown",
     "j"
    ],
    "command": "reason",
    "arguments": [
     1
    ],
    "what": "down in the reasons of the move",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "v"
    ],
    "command": "review",
    "arguments": [],
    "what": "after the end: how well each move was chosen",
    "footer": "review",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "y"
    ],
    "command": "replay",
    "arguments": [],
    "what": "after the end: watch the game again",
    "footer": "replay",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "z"
    ],
    "command": "delta",
    "arguments": [],
    "what": "clues less the flags around them, or as they are",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "b"
    ],
    "command": "panels",
    "arguments": [],
    "what": "show or hide the lens",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "?"
    ],
    "command": "help",
    "arguments": [],
    "what": "this help",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Watch",
    "keys": [
     "Escape"
    ],
    "command": "leave",
    "arguments": [],
    "what": "stop, or back to where you came from",
    "footer": "leave",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [],
  "note": ""
 },
 "review": {
  "shortcuts": [
   {
    "heading": "Review",
    "keys": [
     "Escape",
     "q"
    ],
    "command": "close",
    "arguments": [],
    "what": "back",
    "footer": "back",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "ArrowUp",
     "k"
    ],
    "command": "guess",
    "arguments": [
     -1
    ],
    "what": "the guess before, or the next one",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "ArrowDown",
     "j"
    ],
    "command": "guess",
    "arguments": [
     1
    ],
    "what": "the guess before, or the next one",
    "footer": "guess",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "ArrowLeft",
     "h"
    ],
    "command": "step",
    "arguments": [
     -1
    ],
    "what": "the move before, or the next one",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "ArrowRight",
     "l"
    ],
    "command": "step",
    "arguments": [
     1
    ],
    "what": "the move before, or the next one",
    "footer": "move",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "n"
    ],
    "command": "mistake",
    "arguments": [
     1
    ],
    "what": "the next mistake",
    "footer": "mistake",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "N"
    ],
    "command": "mistake",
    "arguments": [
     -1
    ],
    "what": "the mistake before",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "Enter",
     "t"
    ],
    "command": "attempt",
    "arguments": [],
    "what": "try again from here; this isn't ranked",
    "footer": "try again",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "Tab"
    ],
    "command": "turn",
    "arguments": [],
    "what": "on a small screen: the list, or the board",
    "footer": "list",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "r"
    ],
    "command": "report",
    "arguments": [],
    "what": "all that the review says, as text",
    "footer": "report",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "s"
    ],
    "command": "save",
    "arguments": [],
    "what": "save the picture of the review as SVG",
    "footer": "save a picture",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "PageUp"
    ],
    "command": "step",
    "arguments": [
     -10
    ],
    "what": "ten moves back",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "PageDown"
    ],
    "command": "step",
    "arguments": [
     10
    ],
    "what": "ten moves on",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "Home",
     "g"
    ],
    "command": "edge",
    "arguments": [
     -1
    ],
    "what": "the first move",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Review",
    "keys": [
     "End",
     "G"
    ],
    "command": "edge",
    "arguments": [
     1
    ],
    "what": "the last move",
    "footer": "",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [
   {
    "device": "Mouse",
    "gestures": [
     "left on the list"
    ],
    "command": "pick",
    "what": "that guess"
   },
   {
    "device": "Touch",
    "gestures": [
     "tap on the list"
    ],
    "command": "pick",
    "what": "that guess"
   }
  ],
  "note": "The board is shown as it was just before the move. Covered cells show the chance of a mine, beside clues as a number as well. A mistake is a move that gave some of the chance to survive away."
 },
 "report": {
  "shortcuts": [
   {
    "heading": "Report",
    "keys": [
     "Escape",
     "q",
     "r"
    ],
    "command": "close",
    "arguments": [],
    "what": "back",
    "footer": "back",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Report",
    "keys": [
     "ArrowUp",
     "k"
    ],
    "command": "scroll",
    "arguments": [
     -1
    ],
    "what": "scroll up",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Report",
    "keys": [
     "ArrowDown",
     "j"
    ],
    "command": "scroll",
    "arguments": [
     1
    ],
    "what": "scroll down",
    "footer": "",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [],
  "note": ""
 },
 "attempt": {
  "shortcuts": [
   {
    "heading": "Play",
    "keys": [
     "Enter"
    ],
    "command": "open",
    "arguments": [],
    "what": "open, or chord on a number",
    "footer": "open",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Play",
    "keys": [
     "f"
    ],
    "command": "flag",
    "arguments": [],
    "what": "put a flag or take it away",
    "footer": "flag",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Play",
    "keys": [
     "?"
    ],
    "command": "hint",
    "arguments": [],
    "what": "a hint; once more for more of it",
    "footer": "hint",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Play",
    "keys": [
     "u"
    ],
    "command": "undo",
    "arguments": [],
    "what": "take the latest move back",
    "footer": "undo",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Play",
    "keys": [
     "U",
     "Control+r"
    ],
    "command": "redo",
    "arguments": [],
    "what": "make an undone move again",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "n"
    ],
    "command": "look",
    "arguments": [
     1
    ],
    "what": "next or previous cell of a hint, or worth a look",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "N"
    ],
    "command": "look",
    "arguments": [
     -1
    ],
    "what": "next or previous cell of a hint, or worth a look",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "ArrowLeft",
     "h"
    ],
    "command": "across",
    "arguments": [
     -1
    ],
    "what": "in the tile, on axes 0 and 1",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "ArrowRight",
     "l"
    ],
    "command": "across",
    "arguments": [
     1
    ],
    "what": "in the tile, on axes 0 and 1",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "ArrowUp",
     "k"
    ],
    "command": "down",
    "arguments": [
     -1
    ],
    "what": "in the tile, on axes 0 and 1",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "ArrowDown",
     "j"
    ],
    "command": "down",
    "arguments": [
     1
    ],
    "what": "in the tile, on axes 0 and 1",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "w"
    ],
    "command": "move",
    "arguments": [
     3,
     -1
    ],
    "what": "tile above or below, on axis 3",
    "footer": "tiles",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "a"
    ],
    "command": "move",
    "arguments": [
     2,
     -1
    ],
    "what": "tile left or right, on axis 2",
    "footer": "tiles",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "s"
    ],
    "command": "move",
    "arguments": [
     3,
     1
    ],
    "what": "tile above or below, on axis 3",
    "footer": "tiles",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "d"
    ],
    "command": "move",
    "arguments": [
     2,
     1
    ],
    "what": "tile left or right, on axis 2",
    "footer": "tiles",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "W"
    ],
    "command": "move",
    "arguments": [
     5,
     -1
    ],
    "what": "group above or below, on axis 5",
    "footer": "groups",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "A"
    ],
    "command": "move",
    "arguments": [
     4,
     -1
    ],
    "what": "group left or right, on axis 4",
    "footer": "groups",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "S"
    ],
    "command": "move",
    "arguments": [
     5,
     1
    ],
    "what": "group above or below, on axis 5",
    "footer": "groups",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "D"
    ],
    "command": "move",
    "arguments": [
     4,
     1
    ],
    "what": "group left or right, on axis 4",
    "footer": "groups",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "1"
    ],
    "command": "digit",
    "arguments": [
     1
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "2"
    ],
    "command": "digit",
    "arguments": [
     2
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "3"
    ],
    "command": "digit",
    "arguments": [
     3
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "4"
    ],
    "command": "digit",
    "arguments": [
     4
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "5"
    ],
    "command": "digit",
    "arguments": [
     5
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "6"
    ],
    "command": "digit",
    "arguments": [
     6
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "7"
    ],
    "command": "digit",
    "arguments": [
     7
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "8"
    ],
    "command": "digit",
    "arguments": [
     8
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "9"
    ],
    "command": "digit",
    "arguments": [
     9
    ],
    "what": "how far to move; before , . which axis",
    "footer": "",
    "sign": "1-9",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     ","
    ],
    "command": "along",
    "arguments": [
     -1
    ],
    "what": "back or on along the picked axis",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "."
    ],
    "command": "along",
    "arguments": [
     1
    ],
    "what": "back or on along the picked axis",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "0"
    ],
    "command": "digit",
    "arguments": [
     0
    ],
    "what": "start or end of the row",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "Home",
     "^"
    ],
    "command": "edge",
    "arguments": [
     "row",
     -1
    ],
    "what": "start or end of the row",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "End",
     "$"
    ],
    "command": "edge",
    "arguments": [
     "row",
     1
    ],
    "what": "start or end of the row",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "PageUp"
    ],
    "command": "edge",
    "arguments": [
     "column",
     -1
    ],
    "what": "top or bottom of the column",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "PageDown"
    ],
    "command": "edge",
    "arguments": [
     "column",
     1
    ],
    "what": "top or bottom of the column",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "<"
    ],
    "command": "edge",
    "arguments": [
     "axis",
     -1
    ],
    "what": "start or end of the picked axis",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     ">"
    ],
    "command": "edge",
    "arguments": [
     "axis",
     1
    ],
    "what": "start or end of the picked axis",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "g"
    ],
    "command": "edge",
    "arguments": [
     "board",
     -1
    ],
    "what": "first or last cell of the board",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Move",
    "keys": [
     "G"
    ],
    "command": "edge",
    "arguments": [
     "board",
     1
    ],
    "what": "first or last cell of the board",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "r"
    ],
    "command": "new",
    "arguments": [],
    "what": "the position where this began",
    "footer": "new",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "p"
    ],
    "command": "pause",
    "arguments": [],
    "what": "pause, with the board hidden, or go on",
    "footer": "pause",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Play",
    "keys": [
     " "
    ],
    "command": "smart",
    "arguments": [],
    "what": "flag a covered cell, chord on a number",
    "footer": "smart",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "z"
    ],
    "command": "delta",
    "arguments": [],
    "what": "clues less the flags around them, or as they are",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "b"
    ],
    "command": "panels",
    "arguments": [],
    "what": "show or hide the lens",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Game",
    "keys": [
     "Escape"
    ],
    "command": "leave",
    "arguments": [],
    "what": "back to the review or the replay; nothing is kept",
    "footer": "",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [
   {
    "device": "Mouse",
    "gestures": [
     "left"
    ],
    "command": "open",
    "what": "open, when the button is let go over the same cell"
   },
   {
    "device": "Mouse",
    "gestures": [
     "right"
    ],
    "command": "flag",
    "what": "put a flag or take it away"
   },
   {
    "device": "Mouse",
    "gestures": [
     "both",
     "middle"
    ],
    "command": "chord",
    "what": "chord; so does left on a number"
   },
   {
    "device": "Mouse",
    "gestures": [
     "hover"
    ],
    "command": "tint",
    "what": "tint the cells around"
   },
   {
    "device": "Mouse",
    "gestures": [
     "wheel"
    ],
    "command": "scroll",
    "what": "scroll"
   },
   {
    "device": "Touch",
    "gestures": [
     "tap"
    ],
    "command": "open",
    "what": "open, or chord on a number"
   },
   {
    "device": "Touch",
    "gestures": [
     "long press"
    ],
    "command": "flag",
    "what": "put a flag or take it away"
   },
   {
    "device": "Touch",
    "gestures": [
     "drag"
    ],
    "command": "scroll",
    "what": "scroll"
   }
  ],
  "note": "A tile is a table of axis 0 (rows) and axis 1 (columns). Tiles stand side by side along axis 2 and below each other along axis 3; groups of tiles go on the same way. A chord opens all unflagged cells around a number, if the number has that many flags around it; otherwise it does nothing."
 },
 "statistics": {
  "shortcuts": [
   {
    "heading": "Screen",
    "keys": [
     "Escape"
    ],
    "command": "start",
    "arguments": [],
    "what": "back",
    "footer": "back",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "b"
    ],
    "command": "scores",
    "arguments": [],
    "what": "best times",
    "footer": "best times",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "k"
    ],
    "command": "cursor",
    "arguments": [
     -1
    ],
    "what": "up",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "j"
    ],
    "command": "cursor",
    "arguments": [
     1
    ],
    "what": "down",
    "footer": "",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [],
  "note": ""
 },
 "scores": {
  "shortcuts": [
   {
    "heading": "Screen",
    "keys": [
     "Escape"
    ],
    "command": "start",
    "arguments": [],
    "what": "back",
    "footer": "back",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "Enter",
     "v"
    ],
    "command": "replay",
    "arguments": [],
    "what": "watch the highlighted game",
    "footer": "replay",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "t"
    ],
    "command": "statistics",
    "arguments": [],
    "what": "statistics",
    "footer": "statistics",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "ArrowLeft",
     "h"
    ],
    "command": "focus_list",
    "arguments": [
     "boards"
    ],
    "what": "to the boards",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Screen",
    "keys": [
     "ArrowRight",
     "l"
    ],
    "command": "focus_list",
    "arguments": [
     "times"
    ],
    "what": "to the times",
    "footer": "",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [],
  "note": ""
 },
 "help": {
  "shortcuts": [
   {
    "heading": "Help",
    "keys": [
     "Escape",
     "F1",
     "H",
     "q"
    ],
    "command": "close",
    "arguments": [],
    "what": "close the help",
    "footer": "close",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Help",
    "keys": [
     "ArrowUp",
     "k"
    ],
    "command": "scroll",
    "arguments": [
     -1
    ],
    "what": "scroll up",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Help",
    "keys": [
     "ArrowDown",
     "j"
    ],
    "command": "scroll",
    "arguments": [
     1
    ],
    "what": "scroll down",
    "footer": "",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [],
  "note": ""
 },
 "messages": {
  "shortcuts": [
   {
    "heading": "Messages",
    "keys": [
     "Escape",
     "M",
     "q"
    ],
    "command": "close",
    "arguments": [],
    "what": "close the messages",
    "footer": "close",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Messages",
    "keys": [
     "ArrowUp",
     "k"
    ],
    "command": "scroll",
    "arguments": [
     -1
    ],
    "what": "scroll up",
    "footer": "",
    "sign": "",
    "isInText": false
   },
   {
    "heading": "Messages",
    "keys": [
     "ArrowDown",
     "j"
    ],
    "command": "scroll",
    "arguments": [
     1
    ],
    "what": "scroll down",
    "footer": "",
    "sign": "",
    "isInText": false
   }
  ],
  "gestures": [],
  "note": ""
 }
};
