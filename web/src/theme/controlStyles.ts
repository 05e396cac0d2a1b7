/**
 * The styles of the controls that every page may need, the sign-in page first of all. A control that only one screen
 * uses brings its own style sheet there (`@mantine/core/styles/Combobox.css`), so that nobody waits for it at sign-in.
 */
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/PasswordInput.css'
