// Skins: how cells are drawn. A skin is data that the one painter (sprites.ts) reads: colours in place of the theme's,
// and a few shapes. Lengths are shares of a cell.

import type { Colours } from "./themes.ts";

export interface Skin {
  /** colours that replace a light theme's, and a dark theme's */ light?: Partial<Colours>;
  dark?: Partial<Colours>;
  /** whether it is always on dark ground */ isDark?: boolean;
  /** between cells */ gap: number;
  /** corners of covered cells */ radius: number;
  /** height of the light and dark edges of covered cells; 0 for flat ones */ edge: number;
  /** width of an outline around covered cells in their text colour, as drawn with a pen */ outline?: number;
  /** number of pen strokes across a covered cell */ hatch?: number;
  /** reach of the light around numbers, flags and covered cells */ glow?: number;
  /** CSS font family of numbers; the page's if omitted */ font?: string;
  /** a flag's cloth, as an SVG path in eighteenths of a cell */ cloth?: string;
  /** whether a mine is a plain disc, without horns */ isRound?: boolean;
}

export const SKINS: Record<string, Skin> = {
  tiles: { gap: 1 / 22, radius: 0.14, edge: 1 / 20 },
  flat: {
    gap: 1 / 14,
    radius: 0.3,
    edge: 0,
    cloth: "M-1.3 -5.6h6.4v4.4h-6.4z",
    light: {
      opened: ["#fffdfb", "#fbf7f3"], covered: ["#e59c75", "#e19670"], nearOpened: ["#e3edff", "#dae7fd"], nearCovered: ["#8ba6e6", "#859fe0"],
      flag: "#5c1300", mine: "#3d1100",
    },
    dark: {
      opened: ["#171413", "#1c1918"], covered: ["#8a4f38", "#90553d"], nearOpened: ["#162540", "#1a2b49"], nearCovered: ["#3f5fa8", "#4465ae"],
      flag: "#ffdf9e", mine: "#ffd9c9",
    },
  },
  paper: {
    gap: 1 / 30,
    radius: 0.1,
    edge: 0,
    outline: 1 / 22,
    hatch: 4,
    font: '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", Georgia, serif',
    cloth: "M-1.3 -5.6c2.2 -1.6 3.6 1.4 6.4 0v4.6c-2.8 1.4 -4.2 -1.6 -6.4 0z",
    light: {
      opened: ["#fdf9ee", "#f9f3e3"], covered: ["#c3b48f", "#bcac86"], nearOpened: ["#e6ecf6", "#dde5f2"], nearCovered: ["#93a9cf", "#8ba2ca"],
      flag: "#8c1d12", mine: "#1d2433",
    },
    dark: {
      opened: ["#1c2b2a", "#203130"], covered: ["#4f6b66", "#557470"], nearOpened: ["#1d3550", "#213b58"], nearCovered: ["#44699a", "#4a70a2"],
      flag: "#ffd7a8", mine: "#f6e9d8",
    },
  },
  garden: {
    gap: 0,
    radius: 0,
    edge: 0,
    isRound: true,
    cloth: "M4.9 -3.2a3 3 0 1 1 -6 0a3 3 0 1 1 6 0z",
    light: {
      opened: ["#f4e7cd", "#eeddbb"], covered: ["#86b93f", "#78ab35"], nearOpened: ["#fbf0a8", "#f5e893"], nearCovered: ["#57a3a0", "#4b9793"],
      flag: "#8e0f2a", mine: "#3b2412",
    },
    dark: {
      opened: ["#2a2219", "#30271d"], covered: ["#3f7038", "#47793f"], nearOpened: ["#1c3554", "#203a5c"], nearCovered: ["#2c7f8f", "#31889a"],
      flag: "#ffb3c0", mine: "#f0d9bf",
    },
  },
  glow: {
    gap: 1 / 12,
    radius: 0.3,
    edge: 0,
    outline: 1 / 24,
    glow: 0.2,
    font: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
    cloth: "M-1.3 -5.9l5.2 2.9l-5.2 2.9z",
    isDark: true,
    dark: {
      screen: "#05040f", opened: ["#0b0820", "#100b29"], covered: ["#4a3d94", "#5145a0"], nearOpened: ["#0a2a4d", "#0c2f56"],
      nearCovered: ["#2b6dab", "#3075b5"], flag: "#ffe066", mine: "#ff9db5",
    },
  },
};
