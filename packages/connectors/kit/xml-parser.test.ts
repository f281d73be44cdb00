import { expect, test } from 'vitest'
import { createXmlParser } from './xml-parser.ts'

test.each(['&toString;', '&constructor;', '&nbsp;', '&eacute;'])('%s is no entity', (reference) => {
  expect(() => createXmlParser().write(`<a>${reference}</a>`).close()).toThrow('Invalid character entity')
})

test('the entities of XML are read', () => {
  const parser = createXmlParser()
  let text = ''
  parser.ontext = (part) => {
    text += part
  }
  parser.write('<a>&lt;&gt;&amp;&quot;&apos;&#233;</a>').close()
  expect(text).toBe(`<>&"'é`)
})
