// @ts-check
// Written by `python -m hypersweep.web.tables` from the tables of hypersweep: change those.
export const THEMES = {
 "dark": {
  "name": "dark",
  "isDark": true,
  "screen": "#0d1117",
  "label": "#8b949e",
  "opened": [
   "#12161d",
   "#171c25"
  ],
  "covered": [
   "#455267",
   "#4b586e"
  ],
  "nearOpened": [
   "#152748",
   "#192d51"
  ],
  "nearCovered": [
   "#365596",
   "#3b5a9d"
  ],
  "cursor": "#ffd83d",
  "clue": "#0d6450",
  "target": "#5fd7af",
  "flag": "#ffc061",
  "flagGround": "",
  "mine": "#ff9d8a",
  "mineGround": "",
  "exploded": "#d70000",
  "wrong": "#8e3a80",
  "ramp": [
   "#58a6ff"
  ],
  "least": 4.5
 },
 "light": {
  "name": "light",
  "isDark": false,
  "screen": "#ffffff",
  "label": "#57606a",
  "opened": [
   "#f3f5f8",
   "#eaeef2"
  ],
  "covered": [
   "#9fadbf",
   "#96a5b8"
  ],
  "nearOpened": [
   "#d3e4ff",
   "#c6dbfb"
  ],
  "nearCovered": [
   "#759ddd",
   "#6c95d6"
  ],
  "cursor": "#1b1f24",
  "clue": "#a5e0cf",
  "target": "#1f8a70",
  "flag": "#6a1c00",
  "flagGround": "",
  "mine": "#7a0c0c",
  "mineGround": "",
  "exploded": "#d70000",
  "wrong": "#8e3a80",
  "ramp": [
   "#0a4fb0"
  ],
  "least": 4.5
 },
 "classic": {
  "name": "classic",
  "isDark": false,
  "screen": "#d4d4d4",
  "label": "#4a4a4a",
  "opened": [
   "#ececec",
   "#e4e4e4"
  ],
  "covered": [
   "#a0a0a0",
   "#979797"
  ],
  "nearOpened": [
   "#ffefb0",
   "#fae69c"
  ],
  "nearCovered": [
   "#bfa85a",
   "#b7a053"
  ],
  "cursor": "#101010",
  "clue": "#b6e3f5",
  "target": "#0f6f94",
  "flag": "#a00000",
  "flagGround": "",
  "mine": "#000000",
  "mineGround": "",
  "exploded": "#d00000",
  "wrong": "#6f2c91",
  "ramp": [
   "#0000ff",
   "#008000",
   "#e00000",
   "#000080",
   "#800000",
   "#007a7a",
   "#000000",
   "#606060"
  ],
  "least": 4.5
 },
 "contrast": {
  "name": "contrast",
  "isDark": true,
  "screen": "#000000",
  "label": "#ffffff",
  "opened": [
   "#000000",
   "#101010"
  ],
  "covered": [
   "#707070",
   "#7c7c7c"
  ],
  "nearOpened": [
   "#002a66",
   "#063272"
  ],
  "nearCovered": [
   "#4d8dff",
   "#5a96ff"
  ],
  "cursor": "#ffff00",
  "clue": "#543000",
  "target": "#00e676",
  "flag": "#000000",
  "flagGround": "#ff9d00",
  "mine": "#000000",
  "mineGround": "#ffffff",
  "exploded": "#b00000",
  "wrong": "#7a0080",
  "ramp": [
   "#ffffff"
  ],
  "least": 7.0
 }
};
export const FAINT = 3.2;
export const SAFE = "#a9d4f5";
export const CHANCE_STEPS = [
 [
  0.0,
  "#fff6cc"
 ],
 [
  0.1,
  "#ffe488"
 ],
 [
  0.25,
  "#fdbb48"
 ],
 [
  0.4,
  "#ee8226"
 ],
 [
  0.6,
  "#c04a0c"
 ],
 [
  1.0,
  "#6a1f03"
 ]
];
