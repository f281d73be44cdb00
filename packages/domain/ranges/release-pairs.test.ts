import { expect, test } from 'vitest'
import { type Release, releasePairs } from './release-pairs.ts'

const release = (name: string, day: string, clubName = 'Reserve', processed = 1): Release => ({
  name,
  day,
  clubName,
  processed,
})

const pairsOf = (releases: readonly Release[]): string[] =>
  releasePairs(releases).map(({ current, previous }) => `${current.name} ${current.from} with ${previous.from}`)

test.each<[string, readonly Release[], readonly string[]]>([
  [
    'the same name apart from its year',
    [release('Spring 2025', '2025-03-25'), release('Fall 2025', '2025-10-01'), release('2026 Spring', '2026-03-10')],
    ['2026 Spring 2026-03-10 with 2025-03-25'],
  ],
  [
    'the same order in the year where names differ',
    [
      release('Club A1', '2025-02-10'),
      release('Club A2', '2025-05-10'),
      release('Mayday', '2026-04-20'),
      release('Snow', '2026-02-03'),
    ],
    ['Mayday 2026-04-20 with 2025-05-10', 'Snow 2026-02-03 with 2025-02-10'],
  ],
  [
    'only the own club',
    [release('Spring 2025', '2025-03-25', 'Reds'), release('Spring 2026', '2026-03-10', 'Whites')],
    [],
  ],
  [
    'nothing that is far from a year earlier',
    [release('Spring 2024', '2024-03-25'), release('Spring 2026', '2026-03-10')],
    [],
  ],
])('pairs a release by %s', (_, releases, expected) => {
  expect(pairsOf(releases).toSorted()).toEqual(expected)
})

test('puts the release with most members charged last', () => {
  const days = [
    release('Spring 2025', '2025-03-25', 'Reds', 10),
    release('Spring 2026', '2026-03-10', 'Reds', 900),
    release('Spring 2025', '2025-03-26', 'Whites', 10),
    release('Spring 2026', '2026-03-12', 'Whites', 300),
  ]
  expect(pairsOf(days).at(-1)).toBe('Spring 2026 2026-03-10 with 2025-03-25')
})
