import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { historyQuery, queueQueries } from './history-reader.ts'

const query = (columnId: string) => historyQuery({ reportType: 'Orders', columns: [columnId] })

test('runs concurrent queries one after the other, and isolates failures', async () => {
  let [running, most] = [0, 0]
  const session = queueQueries({
    rows: async ({ columns }) => {
      running += 1
      most = Math.max(most, running)
      await setImmediate()
      running -= 1
      const columnId = columns[0]?.columnId ?? ''
      if (columnId === 'tip') throw new RangeError('no tips')
      return [[columnId]]
    },
  })
  const answers = await Promise.allSettled(['netSales', 'tip', 'tax'].map((id) => session.rows(query(id))))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(answers.at(-1)).toMatchObject({ value: [['tax']] })
  expect(most).toBe(1)
})
