import { expect, test } from 'vitest'
import { changed, rebased, redone, startHistory, undone } from './draft-history.ts'

test('undoes change by change', () => {
  const history = changed(changed(startHistory('a'), 'b'), 'c')
  expect([history.present, undone(history).present, undone(undone(history)).present]).toEqual(['c', 'b', 'a'])
})

test('typing into one field is one step', () => {
  const typed = changed(changed(changed(startHistory(''), 'E', 'name'), 'Es', 'name'), 'Est', 'name')
  expect(undone(typed).present).toBe('')
})

test('a change of another field in between makes it two steps', () => {
  const typed = changed(changed(changed(startHistory(0), 1, 'x'), 2, 'y'), 3, 'x')
  expect(undone(typed).present).toBe(2)
})

test('undo without changes is a no-op', () => {
  const history = startHistory('a')
  expect(undone(history)).toBe(history)
})

test('redo works until another change is made', () => {
  const history = undone(undone(changed(changed(startHistory('a'), 'b'), 'c')))
  expect([redone(history).present, redone(redone(history)).present]).toEqual(['b', 'c'])
  expect(undone(redone(history)).present).toBe('a')
  const changedSince = changed(history, 'd')
  expect(redone(changedSince)).toBe(changedSince)
})

test('what others saved is taken over, except for the fields that were edited here', () => {
  const saved = { name: 'Winery', currency: 'USD' }
  const theirs = { name: 'Cellars', currency: 'EUR' }
  expect(rebased(startHistory(saved), theirs, JSON.stringify)).toEqual(startHistory(theirs))
  const edited = rebased(changed(startHistory(saved), { ...saved, name: 'Mine' }), theirs, JSON.stringify)
  expect(edited).toMatchObject({ saved: theirs, present: { name: 'Mine', currency: 'EUR' } })
  expect(undone(edited).present).toEqual(theirs)
})

test('a field that was changed back is not edited', () => {
  const saved = { name: 'Winery', tags: ['a'] }
  const theirs = { name: 'Cellars', tags: ['b'] }
  expect(rebased(changed(startHistory(saved), { ...saved, tags: ['a'] }), theirs, JSON.stringify)).toEqual(
    startHistory(theirs),
  )
})

test('an edited list stays as it is', () => {
  const mine = new Map([['CH-21', 'Club']])
  const theirs = new Map([['PN-22', 'Club']])
  expect(rebased(changed(startHistory(new Map()), mine), theirs, JSON.stringify).present).toBe(mine)
})
