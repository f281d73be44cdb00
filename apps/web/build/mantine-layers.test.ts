import { describe, expect, test } from 'vitest'
import { layerOf, MANTINE_LAYERS } from './mantine-layers.ts'

describe('the cascade layers of Mantine’s components', () => {
  const names = MANTINE_LAYERS.replace('@layer mantine{@layer ', '').replace(';}', '').split(',')

  test.each([
    ['UnstyledButton', 'Tabs'],
    ['UnstyledButton', 'Button'],
    ['Popover', 'Menu'],
    ['Paper', 'Card'],
    ['ModalBase', 'Modal'],
    ['Input', 'NumberInput'],
    ['Text', 'Anchor'],
  ])('the styles of %s come before those of %s, which is built on it', (base, component) => {
    expect(names).toContain(base)
    expect(names.indexOf(component)).toBeGreaterThan(names.indexOf(base))
  })

  test('a component’s layer is in the one that the app’s own styles win over', () => {
    expect(layerOf('Tabs')).toBe('mantine.Tabs')
  })
})
