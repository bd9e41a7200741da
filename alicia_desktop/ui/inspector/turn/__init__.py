"""The Turn tab: one turn's figures, its waterfall, and the chain of its steps."""
