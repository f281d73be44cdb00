const widgets = [{ id: 'w', type: 'logo', x: 0, y: 0, w: 1, h: 2, props: {} }]
const definition = { reportType: 'Orders', columns: [{ columnId: 'orderId' }] }
const ofOrders = { reportType: 'Orders', columns: [{ columnId: 'orderCount' }] }
const CSV = 'orderId,orderDate,sku,quantity,unitPrice\n1,2026-01-02,A,1,2.00\n'

/** A file that is no picture. */
const NO_PICTURE: SampleInput = {
  raw: {
    contentType: 'multipart/form-data; boundary=b',
    text: '--b\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\nnone\r\n--b--\r\n',
  },
}

interface SampleInput {
  readonly query?: string
  readonly body?: object
  /** sent as it is, for calls that take no JSON */
  readonly raw?: { readonly contentType: string; readonly text: string }
}

/** Input with which a call gets past its checks, where it needs any. `fileId` is filled in by the test. */
const INPUTS: Readonly<Record<string, SampleInput>> = {
  'ask.ask': { body: { question: 'sales by month' } },
  'account.update': { body: { id: 0, name: 'Taken over' } },
  'account.rename': { body: { name: 'Taken over' } },
  'account.setLogo': { body: { logoUrl: 'http://127.0.0.1/' } },
  'account.setPhoto': NO_PICTURE,
  'account.saveLocation': { body: { timeZone: 'Europe/Paris' } },
  'account.remove': { body: { password: 'not the password' } },
  'users.setPhoto': NO_PICTURE,
  'dashboards.create': { body: { name: 'Sample' } },
  'dashboards.update': { body: { name: 'Taken over', widgets } },
  'dashboards.rename': { body: { newValue: 'Taken over' } },
  'dashboards.describe': { body: { newValue: 'Taken over' } },
  'dashboards.data': { body: { widgets } },
  'reports.export': {
    body: { definition: { reportType: 'Orders', columns: [{ columnId: 'orderId' }] }, format: 'csv' },
  },
  'reports.query': { body: { definition } },
  'reports.drill': { body: { definition: ofOrders, cell: { measure: 'orderCount' } } },
  'reports.explain': { body: { definition: ofOrders, cell: { measure: 'orderCount' } } },
  'savedReports.create': { body: { name: 'Sample', ...definition } },
  'savedReports.addSchedule': { body: { cadence: 'daily', recipients: ['nobody@winery.example'] } },
  'savedReports.update': { body: { name: 'Taken over', ...definition } },
  'services.create': { body: { type: 'csv', name: 'Files', settings: {} } },
  'services.update': { body: { name: 'Taken over' } },
  'services.sync': { body: {} },
  'services.tryOut': { body: { type: 'csv', settings: {} } },
  'services.reconciliation': { query: 'month=2026-05' },
  'services.preview': { body: { fileId: 'none', kind: 'order_lines' } },
  'services.importFile': { body: { fileId: 'none', kind: 'order_lines' } },
  'services.stageFile': { query: 'name=a.csv', raw: { contentType: 'text/csv', text: CSV } },
  'services.upload': {
    raw: {
      contentType: 'multipart/form-data; boundary=b',
      text: `--b\r\ncontent-disposition: form-data; name="kind"\r\n\r\norder_lines\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${CSV}\r\n--b--\r\n`,
    },
  },
  'users.update': { body: { firstName: 'Taken over' } },
  'users.create': {
    body: { firstName: 'Carl', lastName: 'Cork', email: 'carl@winery.example', roles: ['User'] },
  },
  'users.updateRole': { body: { roles: ['User'] } },
  'users.changePassword': { body: { currentPassword: 'not this one', newPassword: 'Magnum#Cork8' } },
  'invitations.create': { body: { email: 'guest@winery.example', roles: ['User'] } },
  'visits.saveTastingExperiences': {
    body: { products: [{ sku: 'TST', guestsPerUnit: 2 }], excludedExperiences: ['Dinner'] },
  },
  'visits.saveClubSignupProducts': { body: { products: [{ sku: 'CLUB', clubName: 'Estate' }] } },
  'notifications.savePreferences': { body: { preferences: [{ kind: 'syncFailed', inApp: true, email: false }] } },
  'billing.checkout': { body: { plan: 'Estate' } },
  'billing.confirm': { body: { sessionId: 'cs_test_1' } },
  'insights.feedback': { body: { useful: false } },
  'insights.saveSettings': {
    body: {
      kinds: ['anomaly'],
      sensitivity: 'quiet',
      cadence: 'never',
      recipients: [],
      mayLeave: [],
      model: { url: null, name: null },
    },
  },
  'insights.tryModel': { body: { url: 'https://127.0.0.1/v1', name: 'any' } },
  'goals.saveAll': { body: { goals: [{ metric: 'netSales', period: 'month', from: '2026-05-01', target: 1000 }] } },
  'feedback.send': { body: { route: '/', email: 'no-email', rating: 0, comments: '' } },
  'system.setting': { query: 'key=DataRefreshTimeUtc' },
}

/** @param name such as `dashboards.rename` */
export const inputOf = (name: string): SampleInput => INPUTS[name] ?? {}
