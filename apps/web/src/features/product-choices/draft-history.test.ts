import { expect, test } from 'vitest'
import { changed, redone, startHistory, undone } from './draft-history.ts'

test('each change is a step back', () => {
  const history = changed(changed(startHistory('a'), 'b'), 'c')
  expect([history.present, undone(history).present, undone(undone(history)).present]).toEqual(['c', 'b', 'a'])
})

test('letters typed into one field are one step', () => {
  const typed = changed(changed(changed(startHistory(''), 'E', 'name'), 'Es', 'name'), 'Est', 'name')
  expect(undone(typed).present).toBe('')
})

test('a change elsewhere in between makes them two', () => {
  const typed = changed(changed(changed(startHistory(0), 1, 'x'), 2, 'y'), 3, 'x')
  expect(undone(typed).present).toBe(2)
})

test('with nothing changed there is nothing to take back', () => {
  const history = startHistory('a')
  expect(undone(history)).toBe(history)
})

test('what was taken back comes again, until something else is changed', () => {
  const history = undone(undone(changed(changed(startHistory('a'), 'b'), 'c')))
  expect([redone(history).present, redone(redone(history)).present]).toEqual(['b', 'c'])
  expect(undone(redone(history)).present).toBe('a')
  const changedSince = changed(history, 'd')
  expect(redone(changedSince)).toBe(changedSince)
})
