import { expect, test } from 'vitest'
import { z } from 'zod'
import { OptionalText } from '../kit/fields.ts'
import { nodesSchema, ShopifyId, ShopifyMoneyBag } from './fields.ts'
import { exportQuery, operation } from './graphql.ts'

const Order = z.object({
  id: ShopifyId,
  name: OptionalText,
  totalPriceSet: ShopifyMoneyBag.nullable(),
  customer: z.object({ displayName: z.string().nullish() }).nullish(),
  lineItems: nodesSchema(z.object({ id: ShopifyId })),
})
const orders = z.object({ orders: nodesSchema(Order) })

test('a query selects what its answer is read with, with the arguments of each field and their variables', () => {
  const { document } = operation('Page', { args: { orders: '(first: $first, query: $query)' }, answer: orders })
  expect(document).toBe(
    'query Page($first: Int!, $query: String) { orders(first: $first, query: $query) { nodes { id name ' +
      'totalPriceSet { shopMoney { amount currencyCode } } customer { displayName } lineItems(first: 10) { nodes { id } } } } }',
  )
})

test('arguments are those of one field, whatever is within it', () => {
  const answer = z.object({ nodes: z.array(z.unknown()) })
  const fields = z.object({ nodes: z.array(z.object({ '... on Order': Order.pick({ lineItems: true }) })) })
  const { document } = operation('ById', { args: { nodes: '(ids: $ids)' }, answer, fields })
  expect(document).toBe(
    'query ById($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { lineItems(first: 10) { nodes { id } } } } }',
  )
})

test('fields that the app may not read are left out', () => {
  const fields = Order.pick({ id: true, customer: true })
  const { document } = operation('Hidden', { answer: fields, hidden: new Set(['displayName', 'customer']) })
  expect(document).toBe('query Hidden { id }')
})

test('an export has lists without pages', () => {
  const picked = z.object({ orders: nodesSchema(Order.pick({ id: true, lineItems: true })) })
  expect(exportQuery(picked).trim()).toBe('{ orders { edges { node { id lineItems { edges { node { id } } } } } } }')
})
