"""Access to systems that produce text: chat endpoints, journals of their answers, threads, seeded drawing."""
