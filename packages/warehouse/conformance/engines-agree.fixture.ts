import { expect } from 'vitest'
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

/** `cells` with each that is as good as its counterpart replaced by it, so that only true differences are shown. */
const settled = <T>(cells: readonly T[], others: readonly T[] | undefined): T[] =>
  cells.map((cell, place) => {
    const other = others?.[place]
    return other !== undefined && isSame(cell, other) ? other : cell
  })

const settledAnswer = (answer: EngineAnswer, judge: EngineAnswer): EngineAnswer => ({
  ...answer,
  rows: answer.rows.map((row, place) => settled(row, judge.rows[place])),
  totals: settled(answer.totals, judge.totals),
  others: answer.others && settled(answer.others, judge.others ?? undefined),
})

/** Rows in order, totals, the rest of a top N and all counts are the same on both. Gives what they answered. */
export const expectAgreement = async (
  [judge, engine]: readonly [TestEngine, TestEngine],
  query: SemanticQuery,
  settings: EngineSettings,
): Promise<EngineAnswer> => {
  const [expected, answer] = await Promise.all([judge.run(query, settings), engine.run(query, settings)])
  expect(settledAnswer(answer, expected), JSON.stringify(query)).toEqual(expected)
  return expected
}

/** The same for the rows alone, where nothing else is asked about. */
export const expectSameRows = async (
  engines: readonly [TestEngine, TestEngine],
  query: SemanticQuery,
  { context, minorUnits = 100 }: EngineSettings,
): Promise<SqlValue[][]> => {
  const [expected, rows] = await Promise.all(
    engines.map((engine) => engine.rows(compileRows(query, { dialect: engine.dialect, context, minorUnits }))),
  )
  const settledRows = rows?.map((row, place) => settled(row, expected?.[place]))
  expect(settledRows, JSON.stringify(query)).toEqual(expected)
  return expected ?? []
}
