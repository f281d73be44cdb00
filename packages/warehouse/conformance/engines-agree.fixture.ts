import { expect } from 'vitest'
import type { CompiledStatement, CompilerOptions } from '#semantic/compiler/compilation.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { SqlValue } from '../engine.ts'
import type { EngineAnswer, EngineSettings, TestEngine } from './engines.fixture.ts'

/** Two engines may add the same doubles in another order; everything but a fraction is exact. */
const RELATIVE = 1e-9

const isClose = (left: number, right: number): boolean =>
  Math.abs(left - right) <= RELATIVE * Math.max(Math.abs(left), Math.abs(right))

const isSame = (left: unknown, right: unknown): boolean => {
  if (Object.is(left, right) || left === right) return true
  if (typeof left !== 'number' || typeof right !== 'number') return false
  return !(Number.isInteger(left) && Number.isInteger(right)) && isClose(left, right)
}

/** `cells` with each equivalent cell replaced by its counterpart, so that only real differences are shown. */
const settled = <T>(cells: readonly T[], others: readonly T[] | undefined): T[] =>
  cells.map((cell, index) => {
    const other = others?.[index]
    return other !== undefined && isSame(cell, other) ? other : cell
  })

const settledAnswer = (answer: EngineAnswer, reference: EngineAnswer): EngineAnswer => ({
  ...answer,
  rows: answer.rows.map((row, index) => settled(row, reference.rows[index])),
  totals: settled(answer.totals, reference.totals),
  others: answer.others && settled(answer.others, reference.others ?? undefined),
})

/** Rows in order, totals, the rest of a top N and all counts are the same on both. Returns the answer. */
export const expectAgreement = async (
  [reference, engine]: readonly [TestEngine, TestEngine],
  query: SemanticQuery,
  settings: EngineSettings,
): Promise<EngineAnswer> => {
  const [expected, answer] = await Promise.all([reference.run(query, settings), engine.run(query, settings)])
  expect(settledAnswer(answer, expected), JSON.stringify(query)).toEqual(expected)
  return expected
}

/** The same for one statement. Returns its rows. */
export const expectSameAnswers = async (
  engines: readonly [TestEngine, TestEngine],
  { context, minorUnits = 100 }: EngineSettings,
  compile: (options: CompilerOptions) => CompiledStatement,
): Promise<SqlValue[][]> => {
  const asked = engines.map(({ dialect, rows }) => rows(compile({ dialect, context, minorUnits })))
  const [expected = [], rows = []] = await Promise.all(asked)
  expect(
    rows.map((row, index) => settled(row, expected[index])),
    JSON.stringify(compile({ dialect: engines[0].dialect, context, minorUnits })),
  ).toEqual(expected)
  return expected
}

/** The same for the rows of a query, where nothing else of it is asked about. */
export const expectSameRows = (
  engines: readonly [TestEngine, TestEngine],
  query: SemanticQuery,
  settings: EngineSettings,
): Promise<SqlValue[][]> => expectSameAnswers(engines, settings, (options) => compileRows(query, options))
