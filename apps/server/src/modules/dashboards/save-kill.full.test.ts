import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { RegistrationResponse } from '#contract/auth.ts'
import { Dashboard } from '#contract/dashboards.ts'
import { findPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { restartTimes } from '#testkit/restart-times.ts'
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts'
import { copyInstallation } from '#testkit/test-database.ts'

// Each round restarts the server, which takes some seconds on a busy machine.
const ROUNDS = 20
const LONGEST_ROUND_MS = 300

vi.setConfig({ testTimeout: 120_000 + ROUNDS * 15_000, hookTimeout: 60_000 })

const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-save-kill-'))
const postgresDir = join(dataDir, 'postgres')
copyInstallation(dataDir)
let server: ServerProcess | null = null
let address = ''

afterAll(async () => {
  server?.kill('SIGKILL')
  await server?.exited()
  const postmaster = await findPostmaster(postgresDir)
  await stopPostmaster(postgresDir)
  if (postmaster) await rm(postmaster.socketDir, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
})

const start = async () => {
  server = startServerProcess({ dataDir, env: { RATE_LIMITS: 'off', LOG_LEVEL: 'silent' } })
  address = await server.ready()
}

/** Optionally kills PostgreSQL first. */
const kill = async (withPostgres: boolean) => {
  const postmaster = withPostgres ? await findPostmaster(postgresDir) : null
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
  server?.kill('SIGKILL')
  await server?.exited()
}

const send = async (
  method: string,
  path: string,
  token: string | null,
  body?: object,
  key?: string,
): Promise<unknown> => {
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  return response.json()
}

const registration = {
  firstName: 'A',
  lastName: 'B',
  email: 'kill@winery.example',
  password: 'Barrel&Stave7',
  accountName: 'Kill test',
  culture: 'en-US',
}

/** A layout whose completeness can be checked: its number is the widget count and is stored in each widget. */
const layout = (number: number) =>
  Array.from({ length: 20 + (number % 30) }, (_, index) => ({
    id: `w${index}`,
    type: 'marker',
    x: 0,
    y: index,
    w: 1,
    h: 1,
    props: { number },
  }))

test('F1: keeps every acknowledged save, and no partial one, when killed repeatedly during saves', async () => {
  await start()
  const { token } = RegistrationResponse.parse(await send('POST', '/account/create-account', null, registration))
  const access = token.access_token
  let sent = 0
  let acknowledged = 0

  const save = async () => {
    sent += 1
    await send('PUT', '/dashboards/default', access, { name: `Save ${sent}`, widgets: layout(sent) })
    acknowledged = sent
  }
  const saveUntilKilled = async () => {
    for (;;) await save()
  }
  const createUntilKilled = async (round: number): Promise<number> => {
    for (let number = 0; ; number++) {
      const isDone = await send(
        'POST',
        '/dashboards',
        access,
        { name: `R${round} N${number}` },
        `${round}-${number}`,
      ).then(
        () => true,
        () => false,
      )
      if (!isDone) return number
    }
  }

  // Ensures that there is data to lose, however early the kills come.
  await save()
  const restarts = restartTimes()
  for (let round = 0; round < ROUNDS; round++) {
    const saving = saveUntilKilled().catch(() => undefined)
    const creating = createUntilKilled(round)
    await pause(Math.random() * LONGEST_ROUND_MS)
    await kill(round % 2 === 0)
    await saving
    const interrupted = await creating
    const began = performance.now()
    await start()

    const { name, widgets } = Dashboard.parse(await send('GET', '/dashboards/default', access))
    const stored = Number(name.replace('Save ', ''))
    expect(stored).toBeGreaterThanOrEqual(acknowledged)
    expect(stored).toBeLessThanOrEqual(sent)
    expect(widgets).toEqual(layout(stored))
    restarts.note(began)
    acknowledged = stored
    await send('POST', '/dashboards', access, { name: `R${round} N${interrupted}` }, `${round}-${interrupted}`)
    const names = Dashboard.pick({ name: true })
      .array()
      .parse(await send('GET', '/dashboards/slugs', access))
      .map((row) => row.name)
    const ofRound = names.filter((each) => each.startsWith(`R${round} `)).toSorted()
    expect(ofRound).toEqual(Array.from({ length: interrupted + 1 }, (_, n) => `R${round} N${n}`).toSorted())
  }
  restarts.print('saves')
})
