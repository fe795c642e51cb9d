// Written by `python -m hypersweep.web.page_tables` from the tables of hypersweep: change those.
export const BOARDS = [
  { name: "beginner", board: "9x9", mines: 10, firstOpen: "opening" },
  { name: "intermediate", board: "16x16", mines: 40, firstOpen: "opening" },
  { name: "expert", board: "16x30", mines: 99, firstOpen: "opening" },
  { name: "evil", board: "20x30", mines: 130, firstOpen: "opening" },
  { name: "1d", board: "40", mines: 6, firstOpen: "opening" },
  { name: "3d-easy", board: "5x5x5", mines: 10, firstOpen: "opening" },
  { name: "3d-medium", board: "7x7x7", mines: 33, firstOpen: "opening" },
  { name: "3d-hard", board: "10x10x10", mines: 120, firstOpen: "opening" },
  { name: "4d-easy", board: "4x4x4x4", mines: 10, firstOpen: "opening" },
  { name: "4d-medium", board: "4x4x4x4", mines: 15, firstOpen: "opening" },
  { name: "4d-hard", board: "4x4x4x4", mines: 20, firstOpen: "opening" },
  { name: "5d-easy", board: "4x4x4x4x4", mines: 20, firstOpen: "opening" },
  { name: "5d-medium", board: "4x4x4x4x4", mines: 25, firstOpen: "opening" },
  { name: "5d-hard", board: "4x4x4x4x4", mines: 30, firstOpen: "opening" },
];
export const OTHER_NAMES = { easy: "beginner", medium: "intermediate", hard: "expert" };
export const WISHES = {
  first_open: ["", "opening", "safe"],
  guess: [
    "",
    "never",
    "never,grade=set,exactly=on",
    "never,grade=set",
    "never,grade=pair,exactly=on",
    "never,grade=pair",
    "never,grade=clue",
    "punished",
  ],
};
