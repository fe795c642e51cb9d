// Written by `python -m hypersweep.web.page_tables` from the tables of hypersweep: change those.
export const VERSION = "0.1.0";
export const LICENCE = "MIT";
