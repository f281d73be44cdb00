import sax, { type SAXParser } from 'sax'

/** Reads plain XML. Its own entities alone are known: others, and names that every object has such as `toString`, are an error. */
export const createXmlParser = (): SAXParser => {
  const parser = sax.parser(true)
  parser.ENTITIES = Object.assign(Object.create(null), { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })
  return parser
}
