/**
 * Sources of regular expressions that find text which a spreadsheet program would evaluate. They are valid in JavaScript with the
 * flag `u` and in the engine of the warehouse (RE2), so that files of both follow the same rule.
 */

/** Characters that take no visible space: blanks, control and format characters, and fillers of some scripts. */
const INVISIBLE = `\\s\\p{Z}\\p{C}\u034F\u115F\u1160\u2800\u3164\uFE00-\uFE0F\uFFA0`

/** What a formula starts with, also in full width. */
const SIGN = '=+\\-@＝＋－＠'

/** Text whose first visible character starts a formula, and text after a tab or carriage return. */
export const FORMULA_START = `^[${INVISIBLE}]*[${SIGN}]|^[\\t\\r]`

/** Where a program that splits lines at semicolons, tabs or line breaks would find a formula: (1) what precedes its sign, (2) the sign. */
export const FORMULA_AFTER_SEPARATOR = `([;\\t\\r\\n]["${INVISIBLE}]*)([${SIGN}])`
