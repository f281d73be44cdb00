/**
 * Scores insights against wineries with known events: 200 with planted events and 200 without, two years each, the second
 * analyzed week by week like the pipeline does. Prints recall by planted kind and precision by kind of insight.
 * `node bench/insights-truth.ts [--wineries=200]`, on as many threads as there are cores.
 */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { scoreWinery, type WineryScore } from '#insights/planted/score-winery.fixture.ts'
import { STATED_SIZE } from '#insights/planted/stated-size.fixture.ts'
import { tallyVerdicts } from '#insights/planted/tally.fixture.ts'
import { printTable } from './kit/measure.ts'

interface Task {
  readonly seeds: readonly number[]
  readonly hasEvents: boolean
}

const FIRST_WITH = 1
const FIRST_WITHOUT = 20_001

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** Distributes the seeds of each task over the threads. */
const deal = (count: number, threads: number, thread: number): Task[] =>
  [
    { first: FIRST_WITH, hasEvents: true },
    { first: FIRST_WITHOUT, hasEvents: false },
  ].map(({ first, hasEvents }) => ({
    hasEvents,
    seeds: Array.from({ length: count }, (_, at) => first + at).filter((seed) => seed % threads === thread),
  }))

const scoreTasks = (tasks: readonly Task[]): WineryScore[][] =>
  tasks.map(({ seeds, hasEvents }) => seeds.map((seed) => scoreWinery(seed, hasEvents)))

const run = async (count: number): Promise<void> => {
  const start = performance.now()
  const threads = Math.min(availableParallelism(), 8)
  const answers = await Promise.all(
    Array.from({ length: threads }, async (_, thread): Promise<WineryScore[][]> => {
      const worker = new Worker(fileURLToPath(import.meta.url), { workerData: deal(count, threads, thread) })
      const [verdicts] = await once(worker, 'message')
      return verdicts
    }),
  )
  const eventful = tallyVerdicts(answers.flatMap(([withEvents]) => withEvents ?? []))
  const quiet = tallyVerdicts(answers.flatMap(([, without]) => without ?? []))
  printTable(
    `Planted events above the stated size ${JSON.stringify(STATED_SIZE)}`,
    ['kind', 'planted', 'found', 'recall'],
    [
      ...eventful.kinds.map(({ kind, owed, found }) => [kind, owed, found, percent(found / Math.max(1, owed))]),
      ['all', '', '', percent(eventful.recall)],
    ],
  )
  printTable(
    'Insights where events were planted',
    ['kind of insight', 'reported', 'correct', 'precision'],
    eventful.reported.map(({ kind, reported, right }) => [kind, reported, right, percent(right / reported)]),
  )
  printTable(
    'False insights per account and month',
    ['wineries', 'false'],
    [
      ['with events', eventful.falseAMonth.toFixed(3)],
      ['without', quiet.falseAMonth.toFixed(3)],
    ],
  )
  process.stdout.write(`\n${2 * count} wineries in ${((performance.now() - start) / 1000).toFixed(0)} s\n`)
}

const WINERIES = Number(/^--wineries=(\d+)$/.exec(process.argv.at(-1) ?? '')?.[1] ?? 200)

if (isMainThread) await run(WINERIES)
else parentPort?.postMessage(scoreTasks(workerData))
