/** Calls of the product's API for benchmarks, and files of order lines to upload. */

interface Sending {
  readonly token?: string
  readonly method?: string
  readonly body?: unknown
}

export interface Api {
  send(path: string, sending: Sending): Promise<Response>
  /** the response's text; throws unless it succeeded */
  read(path: string, sending: Sending): Promise<string>
  /** The IDs of an account's services for files. */
  listServices(token: string): Promise<string[]>
  /** The ID of a new service for files. */
  createService(token: string): Promise<string>
  /** Uploads a file of order lines; resolves when the import has ended, and throws unless it succeeded. */
  upload(token: string, file: Blob, service?: string): Promise<void>
}

const parseId = (text: string): string => /"(?:id|runId)":"?([\w-]+)/.exec(text)?.[1] ?? ''

/** Order lines of `count` orders as a CSV file. */
export const orderLines = (count: number, prefix: string): Blob => {
  const lines = Array.from(
    { length: count },
    (_, index) =>
      `${prefix}${index},2026-0${1 + (index % 9)}-1${index % 10},SKU-${index % 400},${1 + (index % 6)},25.50`,
  )
  return new Blob([`Order,Date,SKU,Quantity,Price\n${lines.join('\n')}\n`])
}

const MAPPING = { orderId: 'Order', orderDate: 'Date', sku: 'SKU', quantity: 'Quantity', unitPrice: 'Price' }

export const createApi = (url: string): Api => {
  const send: Api['send'] = (path, { token, method = 'POST', body }) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
  const read: Api['read'] = async (path, sending) => {
    const response = await send(path, sending)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
    return text
  }
  const listServices: Api['listServices'] = async (token) => {
    const services: { id: string; type: string }[] = JSON.parse(await read('/service', { token, method: 'GET' }))
    return services.flatMap(({ id, type }) => (type === 'csv' ? [id] : []))
  }
  const createService: Api['createService'] = async (token) =>
    parseId(await read('/service', { token, body: { type: 'csv', name: 'File', settings: {} } }))
  const upload: Api['upload'] = async (token, file, service) => {
    const to = service ?? (await createService(token))
    const form = new FormData()
    form.append('kind', 'order_lines')
    form.append('mapping', JSON.stringify(MAPPING))
    form.append('file', file, 'lines.csv')
    const run = parseId(await read(`/service/${to}/upload`, { token, body: form }))
    for (;;) {
      const status = await read(`/service/${to}/runs/${run}`, { token, method: 'GET' })
      if (status.includes('"status":"succeeded"')) return
      if (!/"status":"(queued|running)"/.test(status)) throw new Error(`An import failed: ${status.slice(0, 300)}`)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
  return { send, read, listServices, createService, upload }
}

/** Reads a response to its end, also a refusal; throws if the server failed. */
export const drain = async (response: Promise<Response>): Promise<void> => {
  const { status, url, body } = await response
  // In pieces: a large file in memory would slow the callers.
  await body?.pipeTo(new WritableStream())
  if (status === 500) throw new Error(`${url}: ${status}`)
}

/** A report of all order lines. */
export const ORDER_LINES_REPORT = {
  reportType: 'OrderLines',
  columns: ['orderNumber', 'orderDate', 'productTitle', 'quantity', 'netSales'].map((columnId) => ({ columnId })),
}
