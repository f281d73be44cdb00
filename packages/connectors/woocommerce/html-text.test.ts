import { expect, test } from 'vitest'
import { plainText } from './fields.ts'

test.each([
  ['Ship Your Idea &ndash; Color: Black', 'Ship Your Idea – Color: Black'],
  ['Ros&eacute; &amp; Friends', 'Rosé & Friends'],
  ['Winemaker&#8217;s &#x201C;Cuv&eacute;e&#x201D;', 'Winemaker’s “Cuvée”'],
  ['Salt & Pepper; R&D', 'Salt & Pepper; R&D'],
  ['&unknown; &#0; &#x110000;', '&unknown; &#0; &#x110000;'],
  ['&amp;amp;', '&amp;'],
  ['&constructor;', '&constructor;'],
])('%s is shown as %s', (html, text) => {
  expect(plainText(html)).toBe(text)
})
