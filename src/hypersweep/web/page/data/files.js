// @ts-check
// Written by `python -m hypersweep.web.page_tables` from the tables of hypersweep: change those.
export const TATHAM_SAVE = "SAVEFILE:";
export const RAWVF = "^(?:board[ \\t]*:[ \\t]*\\r?\\n\\s*[*0]+[ \\t]*\\r?$|rawvf\\w*[ \\t]*:)";
