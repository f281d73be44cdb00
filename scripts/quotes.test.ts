import { expect, test } from 'vitest'
import { shownTexts } from './shown-texts.ts'

const STRAIGHT = /[a-z]'(s|t|re|ll|ve|d|m)\b|[a-z]s' [a-z]|\w "\{\}"|(?<!=)"\{\}" \w/
/** As the specification writes it. */
const SPECIFIED = ["You're almost ready to go"]
const SQL = /\b(AS|WHEN|COLLATE)\b/
/** What people type, and what models are asked. */
const NOT_SHOWN = /\/ask\/|\/model\//

test('apostrophes and quotation marks are curly in all texts', () => {
  const straight = shownTexts().flatMap(([file, texts]) =>
    NOT_SHOWN.test(file)
      ? []
      : texts.filter((text) => STRAIGHT.test(text) && !SQL.test(text) && !SPECIFIED.includes(text)),
  )
  expect(straight).toEqual([])
})
