import { expect, test } from 'vitest'
import { registrationStep } from '#features/selling/seller-applications/registration-step.ts'

test.each([
  [0, 1, 1],
  [0, 0, 1],
  [1, 1, 1],
  [1, 0, 1],
  [2, 1, 2],
  [2, 0, 3],
  [3, 1, 3],
  [3, 0, 4],
])(
  'a member at approval level %i with apitest %i is at step %i [S-REG-08, S-REG-09, S-REG-10, S-REG-11, S-REG-12, S-REG-13, S-OPEN-01, S-OPEN-02]',
  (adminconfirmation, apitest, step) => {
    expect(registrationStep({ adminconfirmation, apitest })).toBe(step)
  },
)
