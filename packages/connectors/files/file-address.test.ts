import { expect, test } from 'vitest'
import { AddressNotAllowed, RequestRejected } from '../kit/platform-problems.ts'
import { parseFileAddress } from './file-address.ts'
import { matchesPattern } from './files-session.ts'

test.each([
  ['sftp://files.example.com', 'files.example.com', 22, '.'],
  ['sftp://files.example.com/exports/', 'files.example.com', 22, '/exports'],
  [' SFTP://Files.Example.com:2222/my%20exports/2026 ', 'files.example.com', 2222, '/my exports/2026'],
  ['sftp://0x7f.1/a', '127.0.0.1', 22, '/a'],
  ['sftp://[::ffff:127.0.0.1]:2022/a', '::ffff:7f00:1', 2022, '/a'],
])('%j is a folder of %s at port %i: %s', (address, host, port, path) => {
  expect(parseFileAddress(address)).toEqual({ kind: 'sftp', host, port, path })
})

test.each([['sftp://files.example.com:25/'], ['sftp://files.example.com:80'], ['sftp://files.example.com:443/a']])(
  'refuses %s: the port belongs to another service',
  (address) => expect(() => parseFileAddress(address)).toThrow(AddressNotAllowed),
)

test.each([
  ['ftp://files.example.com/a'],
  ['file:///etc/passwd'],
  ['files.example.com'],
  ['sftp://user:word@files.example.com/a'],
  ['sftp://'],
  ['sftp://files.example.com/%zz'],
  [''],
])('refuses %j', (address) => expect(() => parseFileAddress(address)).toThrow(RequestRejected))

const SHEET = 'https://docs.google.com/spreadsheets'

test.each([
  [`${SHEET}/d/1aB_c-9/edit?usp=sharing`, `${SHEET}/d/1aB_c-9/export?format=csv`],
  [`${SHEET}/d/1aB_c-9/edit#gid=42`, `${SHEET}/d/1aB_c-9/export?format=csv&gid=42`],
  [`${SHEET}/d/1aB_c-9/edit?gid=7#gid=7`, `${SHEET}/d/1aB_c-9/export?format=csv&gid=7`],
  [`${SHEET}/u/1/d/1aB_c-9/edit`, `${SHEET}/d/1aB_c-9/export?format=csv`],
  [`${SHEET}/d/1aB_c-9/edit#gid=x"1`, `${SHEET}/d/1aB_c-9/export?format=csv`],
  [`${SHEET}/d/e/2PACX-1v/pubhtml?gid=5&single=true`, `${SHEET}/d/e/2PACX-1v/pub?output=csv&gid=5`],
  [`${SHEET}/d/1aB_c-9/export?format=csv&gid=42`, `${SHEET}/d/1aB_c-9/export?format=csv&gid=42`],
  ['https://shop.example.com/edit#gid=42', 'https://shop.example.com/edit#gid=42'],
])('%s is read as %s', (link, expected) => {
  const address = parseFileAddress(link)
  expect(address.kind === 'web' && address.url.href).toBe(expected)
})

test.each([
  ['*.csv', 'orders.csv', true],
  ['*.csv', 'ORDERS.CSV', true],
  ['*.csv', 'orders.csv.tmp', false],
  ['orders-*.csv, *.xlsx', 'orders-2026-11.csv', true],
  ['orders-*.csv, *.xlsx', 'stock.xlsx', true],
  ['orders-*.csv, *.xlsx', 'stock.csv', false],
  ['day-??.csv', 'day-07.csv', true],
  ['day-??.csv', 'day-7.csv', false],
  ['[a+].(csv)', '[a+].(csv)', true],
  ['*', 'anything', true],
  ['*', '', true],
  ['a*b*c', 'aXbYbZc', true],
  ['a*b*c', 'acb', false],
  ['**.csv', 'ä☕.csv', true],
  ['?.csv', '☕.csv', true],
  // A regular expression would try for centuries.
  [`${'*a'.repeat(90)}b`, 'a'.repeat(200), false],
  [' , ', 'anything', false],
])('the pattern %j matches %j: %s', (pattern, name, expected) => {
  expect(matchesPattern(pattern)(name)).toBe(expected)
})
