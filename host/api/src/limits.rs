//! The limits of one call.

use std::time::Duration;

/// The limits of one call of any tool. Sizes are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallLimits {
    /// Wall time from the acceptance of the call, without the time that the call waits for the user. Progress of a
    /// target postpones the end of the call to this time after the progress.
    pub deadline: Duration,
    /// Maximum wall time of a call that makes progress, without the time that it waits for the user.
    pub longest: Duration,
    /// True if the client set `longest`, which is then shorter than the operator's.
    pub is_clients_longest: bool,
    /// True if the client set the deadline, which is then shorter than the operator's.
    pub is_clients_deadline: bool,
    /// Total CPU time of the guest code in the call; a question to the user does not reset it.
    pub compute: Duration,
    /// Maximum total bytes of the call's WebAssembly memories and tables.
    pub memory: usize,
    /// Maximum total bytes of the result: content, structured JSON and diagnostics.
    pub result: usize,
    /// Maximum bytes of the arguments as JSON text.
    pub arguments: usize,
    /// Maximum bytes of one page that a paged import returns, as JSON.
    pub page: usize,
    /// Maximum number of calls of imported functions, including WASI functions.
    pub host_calls: u64,
    /// Maximum total bytes that imported functions, including WASI functions, receive and return.
    pub host_bytes: u64,
}

impl CallLimits {
    /// Applies the deadline that a client requests, if it is shorter than the operator's. Progress never lets the call
    /// run longer than its client requests.
    #[must_use]
    pub fn with_deadline(self, asked: Option<Duration>) -> Self {
        match asked {
            Some(deadline) if deadline < self.deadline => Self {
                deadline,
                longest: deadline,
                is_clients_longest: true,
                is_clients_deadline: true,
                ..self
            },
            Some(longest) if longest < self.longest => Self {
                longest,
                is_clients_longest: true,
                ..self
            },
            _ => self,
        }
    }
}

impl Default for CallLimits {
    fn default() -> Self {
        Self {
            deadline: Duration::from_secs(30),
            longest: Duration::from_secs(3600),
            is_clients_longest: false,
            is_clients_deadline: false,
            compute: Duration::from_secs(10),
            memory: 64 << 20,
            result: 1 << 20,
            arguments: 1 << 20,
            page: 64 << 10,
            host_calls: 100_000,
            host_bytes: 64 << 20,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_deadline_only_shortens_the_operator_deadline() {
        let operator = CallLimits::default();
        assert_eq!(operator.with_deadline(None), operator);
        let shorter = operator.with_deadline(Some(Duration::from_secs(1)));
        assert_eq!(shorter.deadline, Duration::from_secs(1));
        assert_eq!(shorter.longest, shorter.deadline);
        assert!(shorter.is_clients_deadline);
        assert_eq!(operator.with_deadline(Some(Duration::from_secs(3600))), operator);
        let between = operator.with_deadline(Some(Duration::from_secs(300)));
        assert_eq!(
            (between.deadline, between.longest),
            (operator.deadline, Duration::from_secs(300))
        );
        assert!(between.is_clients_longest && !between.is_clients_deadline);
    }
}
