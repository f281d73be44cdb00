// Prints every user-facing string with its place, to be read by an editor: `node scripts/ui-strings.mjs [path prefix]`.
import { shownTexts } from './shown-texts.ts'

/** A sentence or a label: starts with a capital or contains a space, and is no identifier, path, selector or SQL. */
const isShown = (text) =>
  /[a-z]/.test(text) &&
  (/^[A-Z][a-z]+([ ,.!?…]|$)/.test(text) || /^["“%]?\w+[^=<>{};]* \w/.test(text)) &&
  !/^(SELECT|INSERT|UPDATE|select|insert|update|delete|with|from|case|coalesce|application|text|image)\b|^[a-z]+\(|^\W|::|\bfrom \w+ where\b/.test(
    text,
  )

for (const [file, texts] of shownTexts(process.argv[2])) {
  const shown = texts.filter(isShown)
  if (shown.length > 0) process.stdout.write(`${file}\n${shown.map((text) => `  ${text}\n`).join('')}`)
}
