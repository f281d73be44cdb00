import { ValidationError } from '@orpc/contract'
import { expect, test } from 'vitest'
import { fail, failFields } from '#contract/errors.ts'
import { presentError } from './present-error.ts'

const errorWithCode = (code: string, message = 'secret detail'): Error => Object.assign(new Error(message), { code })

test('presents a known error with its status, code and message', () => {
  const answer = presentError(fail('dashboard.not_found'), 'r1')
  expect(answer).toMatchObject({
    status: 404,
    body: { errors: [{ code: 'dashboard.not_found', message: 'Dashboard not found' }] },
  })
  expect(answer.body).not.toHaveProperty('requestId')
})

test('lists one entry per invalid field', () => {
  const items = [
    { field: 'name', message: 'This field is required' },
    { field: 'email', message: 'This field must be a valid email' },
  ]
  expect(presentError(failFields('request.invalid', items), 'r1').body.errors).toEqual(
    items.map((item) => ({ code: 'request.invalid', ...item })),
  )
})

test('presents a contract validation error by field, with the first message of each', () => {
  const issues = [
    { message: 'first', path: ['widgets', 0, 'x'] },
    { message: 'second', path: ['widgets', 0, 'x'] },
  ]
  const cause = new ValidationError({ message: 'Input validation failed', issues })
  const error = Object.assign(new Error('Input validation failed', { cause }), { code: 'BAD_REQUEST' })
  const answer = presentError(error, 'r1')
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual([{ code: 'request.invalid', message: 'first', field: 'widgets[0].x' }])
})

test('presents an output validation error as a 500 without details', () => {
  const cause = new ValidationError({ message: 'Output validation failed', issues: [{ message: 'secret' }] })
  const error = Object.assign(new Error('Output validation failed', { cause }), { code: 'INTERNAL_SERVER_ERROR' })
  expect(presentError(error, 'r1')).toMatchObject({ status: 500 })
  expect(JSON.stringify(presentError(error, 'r1'))).not.toContain('secret')
})

test.each([new Error('select * from users'), errorWithCode('23505'), 'text', null, { statusCode: 200 }])(
  'security 31: presents an unexpected error as a 500 with the request id and no details (%s)',
  (error) => {
    expect(presentError(error, 'r1')).toEqual({
      status: 500,
      headers: {},
      body: {
        errors: [{ code: 'server.unexpected', message: 'An unexpected error occurred' }],
        requestId: 'r1',
      },
    })
  },
)

test.each([
  ['57P01', 503],
  ['ECONNREFUSED', 503],
  ['ECONNRESET', 503],
  ['ENOTFOUND', 503],
  ['EAI_AGAIN', 503],
  ['EHOSTUNREACH', 503],
  ['ETIMEDOUT', 503],
  ['08006', 503],
  ['57014', 503],
  ['40P01', 503],
  ['53100', 507],
  ['ENOSPC', 507],
  ['22021', 400],
  ['22P05', 400],
])('maps the database error %s to %i', (code, status) => {
  expect(presentError(errorWithCode(code), 'r1').status).toBe(status)
})

test.each([
  'Connection terminated unexpectedly',
  // What the rollback says of a transaction whose connection is lost.
  'Client has encountered a connection error and is not queryable',
])('F8: presents a lost database connection as 503 with the reason and Retry-After (%s)', (message) => {
  expect(presentError(new Error(message), 'r1')).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    body: { errors: [{ code: 'database.unavailable', message: expect.stringContaining('can’t reach its database') }] },
  })
})

test('does not take a missing file for a missing database', () => {
  expect(presentError(errorWithCode('ENOENT'), 'r1').status).toBe(500)
})

test('sends a challenge with a 401: invalid_token for a bad token, no error for bad credentials', () => {
  expect(presentError(fail('auth.invalid_token'), 'r1').headers['www-authenticate']).toBe(
    'Bearer error="invalid_token"',
  )
  expect(presentError(fail('auth.invalid_credentials'), 'r1').headers['www-authenticate']).toBe('Bearer')
})

test('sends Retry-After with a rate limit error', () => {
  expect(presentError(fail('request.too_many', { retryAfter: 12.2 }), 'r1').headers['retry-after']).toBe('13')
})
