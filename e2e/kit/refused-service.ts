import type { Api, Member } from './api.ts'
import type { Commerce7 } from './commerce7.ts'

const LOOK_EVERY_MS = 200

const untilRefused = async (api: Api, token: string, id: string, runs: number): Promise<void> => {
  for (;;) {
    const { total, items } = await (await api.send('GET', `/service/${id}/runs`, { token })).json()
    if (total >= runs && items[0].status === 'failed') return
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** Adds a service whose credentials the platform refuses, and lets it try so many times. Its administrators are told. */
export const addRefusedService = async (
  api: Api,
  commerce7: Commerce7,
  { session }: Member,
  { name, tries = 1 }: { readonly name: string; readonly tries?: number },
): Promise<void> => {
  const token = session.access_token
  const settings = { ...commerce7.settings, appSecret: 'not the key' }
  const { id } = await api.addService(token, { type: 'commerce7', name, settings })
  await untilRefused(api, token, id, 1)
  for (let done = 1; done < tries; done += 1) {
    await api.startSync(token, id)
    await untilRefused(api, token, id, done + 1)
  }
}
