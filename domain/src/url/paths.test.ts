import { expect, test } from 'vitest'
import { editPostPath, formatPath, memberPath, seasonPath, starPath } from './paths.ts'

test.each([
  [starPath('mandy-pfefferkorn-a1b2'), '/stars/mandy-pfefferkorn-a1b2'],
  [formatPath('sommerhaus-der-stars'), '/formate/sommerhaus-der-stars'],
  [seasonPath('sommerhaus-der-stars', 'staffel-7'), '/formate/sommerhaus-der-stars/staffel/staffel-7'],
  [memberPath('anna'), '/user/anna'],
  [memberPath('anna', 'fan-von'), '/user/anna/fan-von'],
  [editPostPath('a/b'), '/trashtalk/bearbeiten/a%2Fb'],
  [starPath('../admin?x=1'), '/stars/..%2Fadmin%3Fx%3D1'],
])('%s', (path, expected) => expect(path).toBe(expected))
