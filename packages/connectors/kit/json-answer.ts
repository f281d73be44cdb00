// Some servers begin their answers with one.
const BYTE_ORDER_MARK = /^\uFEFF/

/** The data of a JSON text; undefined: it isn't JSON. */
export const parseJsonOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(BYTE_ORDER_MARK, ''))
  } catch {
    return undefined
  }
}
