import { STANDARD_DEFINITIONS } from '../definitions/definitions.ts'
import type { RecordSearch } from '../search/record-searches.ts'
import type { CompiledStatement, CompilerOptions } from './compilation.ts'
import { definedTable } from './defined-table.ts'
import { orderTerms } from './output.ts'

/** Words beyond these are ignored. */
const MAX_WORDS = 6

/** A hyphen separates words like a space: “jones” finds “Smith-Jones”. */
const splitWords = (text: string): string[] =>
  text
    .split(/[\s-]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)

/** As typed, in capitals and in lower case, each also after the number sign that some platforms write. */
const codesOf = (text: string): string[] => {
  const code = text.replace(/^#/, '')
  return [...new Set([code, code.toUpperCase(), code.toLowerCase()].flatMap((one) => [one, `#${one}`]))]
}

interface SearchOptions extends Pick<CompilerOptions, 'dialect' | 'context'> {
  readonly limit: number
}

/**
 * Records that match a text without regard to case and accents: those whose name begins with it first, then the newest. Codes are compared as stored, so
 * that a scan of millions of order numbers computes nothing per row. Null: nothing can match.
 */
export const compileSearch = (
  { table, columns, words, codes, name, newest, isDistinct = false }: RecordSearch,
  text: string,
  { dialect, context, limit }: SearchOptions,
): CompiledStatement | null => {
  const typed = text.trim()
  const typedWords = splitWords(typed)
  if (typedWords.length === 0) return null
  const params: string[] = []
  const bind = (value: string): string => dialect.placeholder(params.push(value), 'text')
  const quoted = (column: string): string => dialect.quote(column)
  const folded = (sql: string): string => dialect.foldAccents(sql)
  const spaced = (column: string): string => folded(`replace(' ' || ${quoted(column)}, '-', ' ')`)

  const byWords = words.map((column) => {
    const each = typedWords.map((word) => dialect.contains(spaced(column), folded(bind(` ${word}`))))
    return `(${each.join(' AND ')})`
  })
  const byCodes = codes.flatMap((column) =>
    codesOf(typed).map((code) => dialect.startsWith(quoted(column), bind(code))),
  )
  const matched = `(${[...byWords, ...byCodes].join(' OR ')})`
  const selected = columns.map(quoted).join(', ')
  const rows = isDistinct
    ? `(SELECT DISTINCT ${selected} FROM ${dialect.table(table)} AS named WHERE ${quoted(name)} <> '') AS found`
    : `${definedTable(table, dialect, STANDARD_DEFINITIONS)} AS found`
  const isFirst =
    words.length === 0
      ? `length(${quoted(name)})`
      : `CASE WHEN ${dialect.startsWith(folded(quoted(name)), folded(bind(typed)))} THEN 0 ELSE 1 END`
  const terms = [
    dialect.orderBy(isFirst, 'asc'),
    ...(newest === undefined ? [] : [dialect.orderBy(quoted(newest), 'desc')]),
    ...orderTerms({ sql: quoted(name), isName: words.length > 0 }, { dialect, context }),
    ...columns.filter((column) => column !== name).map((column) => dialect.orderBy(quoted(column), 'asc')),
  ].join(', ')
  return { sql: `SELECT ${selected} FROM ${rows} WHERE ${matched} ORDER BY ${terms} LIMIT ${limit}`, params }
}
