import { z } from 'zod'
import { MAX_PROMISED_UNITS } from '#domain/stock-promises.ts'
import { audited, endpoint } from './endpoint.ts'
import { LocalDay, Nothing, RequiredText } from './fields.ts'

/** Units of a product that are promised outside the records of any source. They are not free to sell until the promise is removed. */
export const StockPromise = z.object({
  key: z.string(),
  serviceId: z.string(),
  sku: z.string(),
  units: z.number().int(),
  /** who was promised them, such as a distributor */
  name: z.string(),
  /** null: not agreed */
  dueDay: LocalDay.nullable(),
})
export type StockPromise = z.infer<typeof StockPromise>

const change = audited('account', { access: 'administration' })

export const stockPromises = {
  list: endpoint('GET /stock-promises', 'What the account has promised of its products', { access: 'reports' }).output(
    z.array(StockPromise),
  ),
  create: change('POST /stock-promises', 'Promise units of a product', 'Promised units of a product', {
    successStatus: 201,
    sample: { body: { serviceId: 's1', sku: 'PN-19', units: 24, name: 'Acme Distribution' } },
  })
    .input(
      z.object({
        serviceId: z.string().min(1).max(100),
        sku: z.string().min(1).max(200),
        units: z.number().int().min(1, 'Enter at least 1').max(MAX_PROMISED_UNITS),
        name: RequiredText(60),
        dueDay: LocalDay.nullable().default(null),
      }),
    )
    .output(StockPromise),
  /** its units are free to sell again */
  remove: change('DELETE /stock-promises/{key}', 'Remove a promise', 'Removed a promise of units')
    .input(z.object({ key: z.string().min(1).max(100) }))
    .output(Nothing),
}
