import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const MODULE = fileURLToPath(new URL('./thread-priority.ts', import.meta.url))
/** Of `/proc/<pid>/task/<thread>/stat`, counted after the name; 5 is SCHED_IDLE. */
const POLICY = 38

/** The nice value, counted likewise. */
const NICE = 16

const statsAfter = (call: string, field: number, path = process.env.PATH): number[] => {
  const program = `
    import { readdirSync, readFileSync } from 'node:fs'
    import { ${call} } from ${JSON.stringify(MODULE)}
    ${call}()
    const tasks = '/proc/self/task'
    const stats = readdirSync(tasks).map((task) => readFileSync(tasks + '/' + task + '/stat', 'utf8'))
    console.log(JSON.stringify(stats.map((stat) => Number(stat.split(') ').at(-1).split(' ')[${field}]))))`
  const args = ['--input-type=module', '--eval', program]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env: { PATH: path } }))
}

test.runIf(process.platform === 'linux')(
  'on Linux, a process left to others runs all threads when a core is idle',
  () => {
    expect(new Set(statsAfter('leaveProcessToOthers', POLICY))).toEqual(new Set([5]))
  },
)

test.runIf(process.platform === 'linux')('on Linux, a thread left to others is the only one of its process', () => {
  const policies = statsAfter('leaveThreadToOthers', POLICY)
  expect(policies.filter((policy) => policy === 5)).toHaveLength(1)
})

test.runIf(process.platform === 'linux')('without chrt, both have the lowest priority', () => {
  const ofThread = statsAfter('leaveThreadToOthers', NICE, '')
  expect(ofThread.filter((nice) => nice === 19)).toHaveLength(1)
  expect(new Set(statsAfter('leaveProcessToOthers', NICE, ''))).toEqual(new Set([19]))
})
