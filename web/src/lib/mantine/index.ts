/*
 * What first screens have of `@mantine/core` (build/small-mantine.ts puts it there): the parts that nearly every page begins with, without
 * the machinery around them that most never use. They have Mantine's names, props, types, classes and markup, so that its styles fit them:
 * tools/page-mantine.test.ts compares the two, and fails when a page begins to use of these parts what is missing here.
 */
export { ActionIcon, Button, CloseButton, UnstyledButton } from '#lib/mantine/buttons.tsx'
export { PasswordInput, TextInput } from '#lib/mantine/inputs.tsx'
export { Box, Group, polymorphic, Skeleton, Stack, Text, Title, VisuallyHidden } from '#lib/mantine/texts.tsx'
