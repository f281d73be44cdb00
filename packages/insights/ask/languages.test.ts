import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { FIXTURE } from './questions/question-core.fixture.ts'
import { expectedAsked } from './rounds/expected.ts'
import { canonicalMeaning, isSameMeaning } from './rounds/meaning.ts'

test.each([
  ['ventas por canal el mes pasado', 'Orders: netSales | by channel | in LastMonth'],
  ['¿Cuánto vendimos ayer?', 'Orders: netSales | in Yesterday'],
  [
    'cuantas botellas de chardonnay vendimos en diciembre',
    'OrderLines: unitsSold | where varietal = Chardonnay | in 2025-12-01..2026-01-01',
  ],
  ['los 10 mejores clientes este año', 'Customers: netSales | by customer | in ThisYear | top 10'],
  ['vinos más vendidos el año pasado', 'Products: netSales | by product | where itemKind = wine | in LastYear'],
  [
    'bajas por mes en 2025',
    'Memberships: cancellations | by cancelledMonth | in 2025-01-01..2026-01-01 on cancelledDate',
  ],
  ['pedidos de más de 500 dólares', 'list order | where netSales > 500'],
  ['ventes par canal le mois dernier', 'Orders: netSales | by channel | in LastMonth'],
  ['vins les plus vendus l’année dernière', 'Products: netSales | by product | where itemKind = wine | in LastYear'],
  ["chiffre d'affaires de la salle de dégustation ce mois", 'Orders: netSales | where channel = pos | in ThisMonth'],
  ['combien de membres par club', 'Memberships: activeMembers | by clubName'],
  ['nouveaux clients en février', 'Orders: newCustomers | in 2026-02-01..2026-03-01'],
  ['vendite per canale il mese scorso', 'Orders: netSales | by channel | in LastMonth'],
  ["i 10 migliori clienti quest'anno", 'Customers: netSales | by customer | in ThisYear | top 10'],
  ['ordini online a dicembre', 'Orders: orderCount | where channel = web | in 2025-12-01..2026-01-01'],
])('%s', (question, expected) => {
  const answer = ask(question, FIXTURE)
  if (!('definition' in answer)) throw new Error(`not answered: ${question}`)
  const { calendar } = FIXTURE
  expect([
    isSameMeaning(canonicalMeaning(answer, calendar), canonicalMeaning(expectedAsked(expected), calendar)),
    answer.explanation,
  ]).toEqual([true, answer.explanation])
})

test('a question in another language says which ones are read', () => {
  expect(ask('Umsatz nach Kanal letzten Monat', FIXTURE)).toMatchObject({
    languages: ['English', 'Spanish', 'French', 'Italian'],
  })
})
