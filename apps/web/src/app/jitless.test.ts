import { expect, test } from 'vitest'
import { globalConfig } from 'zod/v4/core'
import './jitless.ts'

test('zod compiles no functions', () => expect(globalConfig.jitless).toBe(true))
