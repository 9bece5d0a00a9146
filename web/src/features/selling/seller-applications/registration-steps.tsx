import { Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { registrationSteps } from '#features/selling/seller-applications/registration-step.ts'
import classes from '#features/selling/seller-applications/registration-steps.module.css'

/** Where the member stands on the way; phones have room for the word of this step only. */
export const RegistrationSteps = ({ step }: { step: number }) => (
  <nav aria-label={`Langkah ${step} dari ${registrationSteps.length}`}>
    <ol className={classes.steps}>
      {registrationSteps.map((word, nth) => {
        const state = nth + 1 < step || step === registrationSteps.length ? 'done' : nth + 1 === step ? 'now' : 'later'
        return (
          <li key={word} className={classes.step} data-state={state} aria-current={nth + 1 === step ? 'step' : undefined}>
            <span className={classes.mark} aria-hidden>
              {state === 'done' ? <IconCheck size={18} stroke={2.4} /> : nth + 1}
            </span>
            <Text component="span" size="sm" className={classes.word}>
              {word}
            </Text>
          </li>
        )
      })}
    </ol>
  </nav>
)
