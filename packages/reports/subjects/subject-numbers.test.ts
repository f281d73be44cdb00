import { expect, test } from 'vitest'
import { SUBJECTS } from './registry.ts'

test.each(['customer', 'teamMember'] as const)('the average order of a %s says that it excludes refunds', (kind) => {
  const columns = SUBJECTS[kind]
    .sections({ id: 'a', serviceId: null, name: 'Ada', values: {} })
    .numbers.flatMap(({ definition }) => definition.columns)
  expect(columns.find(({ columnId }) => columnId === 'averageOrder')?.displayName).toBe('Average order (excl. refunds)')
})
