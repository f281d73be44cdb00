import { isTruncatedJson } from './http-call.ts'
import type { PlatformResponse } from './platform-client.ts'

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

/** Whether a broken connection left an empty or truncated answer, although its status is a success. */
export const isInterrupted = ({ status, text }: PlatformResponse): boolean =>
  status < 400 && (text.trim() === '' || (parseJsonOrNull(text) === undefined && isTruncatedJson(text)))
