// Lints the OpenAPI document as clients get it. Run by npm run check.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describeApi } from '#server/http/openapi/describe-api.ts'

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // The product has no public license, and its address is where it is installed.
    'info-license': 'off',
    // A fixed path, such as /reports/my, goes before one with a parameter.
    'no-ambiguous-paths': 'off',
    'no-required-schema-properties-undefined': 'error',
    'no-invalid-media-type-examples': 'error',
    'operation-4xx-response': 'error',
    'operation-description': 'error',
    'operation-operationId': 'error',
  },
})
const problems = await lintFromString({ source: JSON.stringify(await describeApi('0')), config })
for (const { ruleId, message, location } of problems)
  process.stdout.write(`${ruleId} ${location[0]?.pointer ?? ''}: ${message}\n`)
if (problems.length > 0) process.exitCode = 1
