import { textLiteral } from '../ddl.ts'

/** `CASE` that turns written values into codes; compares in lower case. Null stays null, unknown is `otherwise`. */
export const codeCase = (sql: string, codes: Readonly<Record<string, string>>, otherwise: string): string => {
  const byCode = Map.groupBy(Object.entries(codes), ([, code]) => code)
  const branches = [...byCode].map(([code, spellings]) => {
    const written = spellings.map(([text]) => textLiteral(text)).join(', ')
    return `WHEN lower(${sql}) IN (${written}) THEN ${textLiteral(code)}`
  })
  return `CASE WHEN ${sql} IS NULL THEN NULL ${branches.join(' ')} ELSE ${otherwise} END`
}

/** `a, b AS c` of named expressions, in the order given. */
export const selectList = (expressions: Readonly<Record<string, string>>): string =>
  Object.entries(expressions)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(',\n  ')
