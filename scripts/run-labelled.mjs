import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { ROOT, say } from './toolchain.mjs'

/** Runs a program beside others: each line of its output begins with the label. Gives the exit code. */
export const runLabelled = (label, program, args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => say(line === '' ? '' : `${label} | ${line}`))
    }
    child.once('error', (error) => {
      say(`${label} | ${program}: ${error.message}`)
      resolve(127)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
