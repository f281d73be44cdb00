// A map instead of an object: names such as `constructor` are properties of every object.
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    apos: "'",
    quot: '"',
    lt: '<',
    gt: '>',
    nbsp: ' ',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    eacute: 'é',
    egrave: 'è',
    agrave: 'à',
    acirc: 'â',
    ecirc: 'ê',
    ocirc: 'ô',
    ccedil: 'ç',
    ntilde: 'ñ',
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    reg: '®',
    trade: '™',
    frac12: '½',
  }),
)

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+\d*));/gi
const MAX_CODE_POINT = 0x10ffff

const charOf = (code: number, text: string): string =>
  code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : text

/** WordPress writes names as HTML: `Ship Your Idea &ndash; Black` becomes plain text. Unknown references stay. */
export const plainText = (html: string): string =>
  html.replace(REFERENCE, (text, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return charOf(Number(decimal), text)
    if (hex !== undefined) return charOf(Number.parseInt(hex, 16), text)
    return NAMED.get(name ?? '') ?? text
  })
