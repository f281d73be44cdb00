import { readFileSync } from 'node:fs'
import { FIXTURE } from '../questions/question-core.fixture.ts'
import { readRound } from './read-round.ts'
import { scoreQuestion, scoreTable } from './score.ts'

const [path = ''] = process.argv.slice(2)
const round = readRound(readFileSync(path, 'utf8'))
const scored = round.map((question) => scoreQuestion(question, FIXTURE))
for (const { question, outcome, actual } of scored.filter((one) => one.outcome !== 'right'))
  process.stdout.write(
    `${outcome}: ${question.question}\n   expected ${JSON.stringify(question.expected)}\n   ${JSON.stringify(actual)}\n`,
  )
process.stdout.write(`${scoreTable(scored)}\n`)
