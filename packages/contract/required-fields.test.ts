import { traverseContractProcedures } from '@orpc/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import { REQUIRED } from './fields.ts'

/** Of section 5 of the specification. */
const OTHER_MESSAGES: Readonly<Record<string, string>> = { 'users.update.id': 'User ID is required' }

interface Field {
  readonly path: string
  readonly schema: z.core.$ZodType
  readonly isRequired: boolean
}

/** The fields of a schema that take text and are required where their parent is there. */
const textFields = ({ path, schema, isRequired }: Field, parents: readonly unknown[] = []): readonly Field[] => {
  if (parents.includes(schema)) return []
  const inner = (child: z.core.$ZodType, name = '', required = isRequired) =>
    textFields({ path: path + name, schema: child, isRequired: required }, [...parents, schema])
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, child]) =>
        inner(child, `.${key}`, !z.safeParse(child, undefined).success),
      )
    case 'array':
      return inner(def.element, '[]', true)
    case 'record':
      return inner(def.valueType, '{}', true)
    case 'union':
      return def.options.flatMap((option) => inner(option))
    case 'pipe':
      return inner(def.in)
    case 'lazy':
      return inner(def.getter())
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return inner(def.innerType)
    case 'string':
    case 'enum':
      return isRequired ? [{ path, schema, isRequired }] : []
    default:
      return []
  }
}

const fields: Field[] = []
traverseContractProcedures({ router: contract, path: [] }, ({ contract: endpoint, path }) => {
  const schema = endpoint['~orpc'].inputSchema
  if (schema instanceof z.ZodType) fields.push(...textFields({ path: path.join('.'), schema, isRequired: true }))
})

test('every required field of every request answers empty text with "This field is required", where it refuses it', () => {
  expect(fields.length).toBeGreaterThan(100)
  const others = fields.flatMap(({ path, schema }) => {
    const message = z.safeParse(schema, '').error?.issues[0]?.message ?? REQUIRED
    return message === (OTHER_MESSAGES[path] ?? REQUIRED) ? [] : [`${path}: ${message}`]
  })
  expect(others).toEqual([])
})
