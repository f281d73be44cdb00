import { expect, test } from 'vitest'
import { trackedCall, trackedReport } from './tracked-calls.ts'

test.each([
  ['POST', '/token', 'signed in'],
  ['PUT', '/dashboards/default', 'dashboard saved'],
  ['PUT', '/dashboards/default/name', null],
  ['POST', '/dashboards/data', null],
  ['GET', '/dashboards', null],
  ['POST', '/reports/export', 'report exported'],
  ['POST', '/reports/query', null],
  ['POST', '/service', 'service added'],
  ['POST', '/service/7/sync', null],
  ['POST', '/service/7/upload', 'file imported'],
])('%s %s is tracked as %j', (method, path, event) => expect(trackedCall(method, path)).toBe(event))

test.each([
  ['/reports/orders/by-brand', 'orders/by-brand'],
  ['/reports/my/$id', 'my/$id'],
  ['/reports/my/$id/edit', null],
  ['/reports/my-reports', null],
  ['/dashboard/$slug', null],
])('the page %s shows the report %j', (path, report) => expect(trackedReport(path)).toBe(report))
