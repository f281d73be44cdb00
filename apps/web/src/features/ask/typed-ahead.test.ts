import { expect, test } from 'vitest'
import { createTypedAhead } from './typed-ahead.ts'

const press = (target: EventTarget, key: string, held = {}): boolean =>
  target.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ...held }))

test('letters typed before the field has the focus are kept for it, and reach nothing else', () => {
  const page = new EventTarget()
  const typed = createTypedAhead(page)
  press(page, 'x')
  typed.begin()
  expect([...'adz'].map((key) => press(page, key))).toEqual([false, false, false])
  press(page, 'Backspace')
  press(page, 'a')
  expect(press(page, 'Escape')).toBe(true)
  expect(press(page, 'k', { ctrlKey: true })).toBe(true)
  expect(typed.take()).toBe('ada')
  expect(press(page, 'm')).toBe(true)
  expect(typed.take()).toBe('')
})
